import Redaction
import Testing

@testable import Transfer

@Suite("Texts of transfer errors")
struct FaultReasonTests {
  private func error(_ fault: Fault, at place: String = "https://a.example:8/secret/c.jpg")
    -> TransferError
  {
    TransferError(fault, at: place, redacting: Redaction(["secret"]))
  }

  @Test("A transfer error names the address; its reason is equal for all files of a host")
  func status() {
    let gone = error(Fault(.status(404), "status 404"))
    #expect(gone.message == "https://a.example:8/[hidden]/c.jpg: status 404")
    #expect(gone.reason == "https://a.example:8: status 404")
  }

  @Test("The reason of a transfer error contains no byte counts")
  func counts() {
    let cut = error(Fault(.truncated, "transfer closed with 9 bytes remaining to read"))
    #expect(cut.message.hasSuffix("c.jpg: transfer closed with 9 bytes remaining to read"))
    #expect(cut.reason == "https://a.example:8: the transfer ended early")
    let late = error(Fault(.unreachable, "failed to connect to a.example port 8 after 12 ms: no"))
    #expect(late.reason == "https://a.example:8: failed to connect to a.example port 8: no")
  }

  @Test("A transfer error of a local file names no host")
  func local() {
    #expect(error(Fault(.localFile(errno: 28), "x: full")).reason == "x: full")
    #expect(error(Fault(.badURL, "no address"), at: "").reason == "no address")
  }
}
