import Foundation
import TestSupport
import Testing

@testable import Transfer

@Suite("A resume state")
struct ResumeStateTests {
  func state(_ headers: KeyValuePairs<String, String>, total: Int64? = 50_000) -> ResumeState? {
    ResumeState(
      url: "http://a/b",
      head: ResponseHead(status: 200, headers: headers.map { HTTPHeader($0.key, $0.value) }),
      total: total, md5: "0a", bootID: "boot")
  }

  @Test("A resume state reads as it was written")
  func roundTrip() throws {
    let folder = try TemporaryDirectory()
    let part = folder.appending("a.part")
    let made = state(["etag": "\"one\"", "imagewidth": "640", "set-cookie": "no"])
    let state = try #require(made)
    try state.write(besidePart: part)
    #expect(ResumeState.read(besidePart: part) == state)
    #expect(state.headers.map(\.name) == ["etag", "imagewidth"])
  }

  @Test("A body that cannot be resumed has no state")
  func nothing() {
    #expect(state([:]) == nil)
    #expect(state(["etag": "\"one\"", "accept-ranges": "none"]) == nil)
    #expect(state(["etag": "\"one\"", "content-encoding": "gzip"]) == nil)
    #expect(state(["etag": "\"one\""], total: 16 << 10) == nil)
    #expect(state(["etag": "\"one\""], total: nil) != nil)
  }

  @Test(
    "A malformed resume state is ignored",
    arguments: ["", "{", "[]", "{\"url\": 5}", String(repeating: " ", count: 70_000) + "{}"])
  func broken(_ text: String) throws {
    let folder = try TemporaryDirectory()
    let part = folder.appending("a.part")
    try Data(text.utf8).write(to: URL(fileURLWithPath: part + ".json"))
    #expect(ResumeState.read(besidePart: part) == nil)
  }

  @Test(
    "A resume state with an impossible validator is ignored",
    arguments: [
      Validator.etag("\"one\"\r\nHost: elsewhere"), .etag("W/\"one\""), .etag(""),
      .lastModified("Mon, 01 Jan 2024 00:00:00 GMT\r\nX: y"), .lastModified("yesterday"),
    ])
  func impossible(_ validator: Validator) throws {
    let folder = try TemporaryDirectory()
    let part = folder.appending("a.part")
    let made = state(["etag": "\"one\""])
    var state = try #require(made)
    state.validator = validator
    try state.write(besidePart: part)
    #expect(ResumeState.read(besidePart: part) == nil)
  }

  @Test("A resume state is not read through a link")
  func link() throws {
    let folder = try TemporaryDirectory()
    let state = state(["etag": "\"one\""])
    try #require(state).write(besidePart: folder.appending("real"))
    #expect(
      symlink(folder.appending("real.json"), folder.appending("a.part.json")) == 0)
    #expect(ResumeState.read(besidePart: folder.appending("a.part")) == nil)
  }

  @Test("A resume state names the boot in which it was written")
  func boot() {
    #expect(ResumeState.currentBootID.count == 36)
  }
}
