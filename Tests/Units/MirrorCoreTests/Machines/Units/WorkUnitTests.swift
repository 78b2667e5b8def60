import MirrorCore
import ProviderKit
import Testing

@Suite("Units of work")
struct WorkUnitTests {
  private func read(_ line: String) throws(WorkUnit.Flaw) -> WorkUnit {
    try WorkUnit(line: Array(line.utf8))
  }

  @Test("An id and an address are enough")
  func least() throws {
    let unit = try read(#"{"id":"1","address":"https://a.example/1.jpg","other":[1]}"#)
    #expect(unit.rendition.url == "https://a.example/1.jpg" && unit.photo == nil)
    #expect(!unit.stem.isEmpty)
  }

  @Test("A unit that is written is the same when it is read")
  func roundTrip() throws {
    var unit = try read(#"{"id":"1","address":"https://a.example/1.jpg"}"#)
    unit.name = "o/ä b"
    (unit.width, unit.height, unit.bytes) = (10, 20, 300)
    unit.digest = "md5:" + String(repeating: "0a", count: 16)
    unit.smaller = [Rendition(label: "s", url: "https://a.example/s.jpg", width: 5, height: 10)]
    unit.photo = Photo(id: "1", owner: "o", title: "Two\twords", tags: ["a"])
    let again = try read(unit.line)
    #expect(again.name == unit.name && again.smaller == unit.smaller && again.stem == "o/ä b")
    #expect(again.rendition.digest?.algorithm == .md5 && again.rendition.byteCount == 300)
    #expect(again.photo?.tags == ["a"] && !unit.line.contains("\n"))
  }

  @Test(
    "What is no unit is refused with the reason",
    arguments: [
      ("", "not a JSON object"), ("{}", "no member 'id'"), ("[1]", "not a JSON object"),
      (#"{"id":"1"}"#, "no member 'address'"),
      (#"{"id":1,"address":"https://a.example"}"#, "'id' is of another type"),
      (#"{"id":"1","address":"ftp://a.example/x"}"#, "address"),
      (#"{"id":"1","address":"https://a.example/x","name":"../x"}"#, "not a path"),
      (#"{"id":"1","address":"https://a.example/x","name":"../\u0301x"}"#, "not a path"),
      (#"{"id":"1","address":"https://a.example/x","name":"/x"}"#, "not a path"),
      (#"{"id":"1","address":"https://a.example/x","name":"a/.b"}"#, "not a path"),
      (#"{"id":"1","address":"https://a.example/x","digest":"sha256:12"}"#, "digest"),
      (#"{"id":"1","address":"https://a.example/x","width":-1}"#, "pixels"),
      (#"{"id":"1","address":"https://a.example/x","bytes":-1}"#, "negative"),
      (#"{"id":"","address":"https://a.example/x"}"#, "id"),
      ("{\"id\":\"1\"\u{FFFD}", "not a JSON object"),
    ])
  func flaws(_ line: String, _ reason: String) throws {
    let flaw = #expect(throws: WorkUnit.Flaw.self) { try read(line) }
    #expect(flaw?.reason.contains(reason) == true, "\(flaw?.reason ?? "")")
  }

  @Test("A unit's limits are those of its own hosts, and a stranger's cannot stop a host")
  func limits() throws {
    let unit = try read(
      #"{"id":"1","address":"https://up.a.example/1.jpg","limits":[{"host":"a.example","width":2},"#
        + #"{"host":"b.example","width":1},{"bytesPerSecond":20000}]}"#)
    #expect(unit.limitedAddresses.map(\.address) == [unit.address, unit.address])
    #expect(unit.limitedAddresses.compactMap(\.limit.width) == [2])
    #expect(try read(unit.line).limits == unit.limits)
    let many = [String](repeating: #"{"width":1}"#, count: 9).joined(separator: ",")
    for limits in [#"{"width":0}"#, #"{"bytesPerSecond":1}"#, #"{"host":"a b","width":1}"#, many] {
      #expect(throws: WorkUnit.Flaw.self) {
        try read(#"{"id":"1","address":"https://a.example/1.jpg","limits":[\#(limits)]}"#)
      }
    }
  }

  @Test("A unit may announce a length of zero, as some sites do that do not know it")
  func noLength() throws {
    let unit = try read(#"{"id":"1","address":"https://a.example/x","bytes":0}"#)
    #expect(unit.bytes == 0)
  }

  @Test("A line that is too long, or nested too deeply, is refused")
  func sizes() {
    let long =
      #"{"id":"1","address":"https://a.example/x","name":""#
      + String(repeating: "a", count: 1 << 20)
    #expect(throws: WorkUnit.Flaw.self) { try read(long) }
    let deep = String(repeating: "[", count: 100_000)
    #expect(throws: WorkUnit.Flaw.self) { try read(deep) }
  }
}
