import Foundation
import MirrorCore
import Redaction
import Testing

@testable import Fetching
@testable import Transfer

@Suite("An error of a file during a download")
struct FetchErrorTests {
  private func error(_ code: Int32) -> FetchError {
    let fault = Fault.system(code, "cannot write p/1.part")
    return FetchError(TransferError(fault, at: "http://a/", redacting: Redaction([])))
  }

  @Test(
    "is of the run if every other photo would meet it",
    arguments: [ENOSPC, EDQUOT, EROFS, EIO, ESTALE, ENOTCONN, ENODEV, ENOENT, ENOMEM, EMFILE])
  func fatal(code: Int32) {
    #expect(error(code).kind == .local(isOfRun: true))
    #expect(error(code).stop.message.hasPrefix("cannot write p/1.part: "))
    if case .source = error(code).stop { Issue.record("reported as the source's") }
  }

  @Test(
    "is of the photo if it concerns this file alone", arguments: [EBUSY, EEXIST, ELOOP, EISDIR])
  func passing(code: Int32) {
    #expect(error(code).kind == .local(isOfRun: false))
  }
}
