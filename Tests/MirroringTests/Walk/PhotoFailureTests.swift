import Foundation
import Testing

@testable import Mirroring
@testable import Transfer

@Suite("A file of the mirror that fails")
struct PhotoFailureTests {
  private func failure(_ code: Int32) throws(MirrorError) -> PhotoFailure {
    let fault = Fault.system(code, "cannot write p/1.part")
    return try PhotoFailure(
      TransferError(fault, at: "http://a/", redacting: Redaction([])), at: .download)
  }

  @Test(
    "stops the run where every other photo would fare the same",
    arguments: [ENOSPC, EDQUOT, EROFS, EIO, ESTALE, ENOTCONN, ENODEV, ENOENT, ENOMEM, EMFILE])
  func fatal(code: Int32) {
    let error = #expect(throws: MirrorError.self) { try failure(code) }
    #expect(error?.message.hasPrefix("cannot write p/1.part: ") == true)
  }

  @Test(
    "costs its photo where it is that one's alone, and is not told as the site's",
    arguments: [EBUSY, EEXIST, ELOOP, EISDIR])
  func passing(code: Int32) throws {
    #expect(try failure(code).prospect == .passing)
  }
}
