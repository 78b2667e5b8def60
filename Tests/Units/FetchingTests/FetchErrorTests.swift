import Foundation
import MirrorCore
import Redaction
import Testing

@testable import Fetching
@testable import Transfer

@Suite("A file error during a download")
struct FetchErrorTests {
  private func error(_ code: Int32) -> FetchError {
    let fault = Fault.system(code, "cannot write p/1.part")
    return FetchError(TransferError(fault, at: "http://a/", redacting: Redaction([])))
  }

  @Test(
    "A file error during a download stops the run if it would affect every other photo",
    arguments: [ENOSPC, EDQUOT, EROFS, EIO, ESTALE, ENOTCONN, ENODEV, ENOENT, ENOMEM, EMFILE])
  func fatal(code: Int32) {
    #expect(error(code).kind == .local(isOfRun: true))
    #expect(error(code).stop.message.hasPrefix("cannot write p/1.part: "))
    if case .source = error(code).stop { Issue.record("reported as the source's") }
  }

  @Test(
    "A file error during a download fails only the photo if it concerns one file",
    arguments: [EBUSY, EEXIST, ELOOP, EISDIR])
  func passing(code: Int32) {
    #expect(error(code).kind == .local(isOfRun: false))
  }
}
