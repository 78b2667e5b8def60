import Testing
import XML

@Suite("XML documents")
struct XMLReaderTests {
  /// Writes down what it takes; fails at an element called `stop`.
  private final class Recorder: XMLHandler {
    struct Stopped: Error {}
    var parts: [String] = []

    func start(_ tag: XMLTag, at place: XMLPlace) throws {
      let name = XMLName(tag.name.text)
      let attributes = tag.attributes.map { " \($0.name.text)=\($0.value.prefix(3))" }
      parts.append("<\(name.prefix):\(name.namespace):\(name.local)\(attributes.joined())>")
      if name.local == "stop" { throw Stopped() }
    }

    func end(at place: XMLPlace) { parts.append("/\(place.bytes)") }
    func add(_ text: String) { parts.append(text) }
    func meetDoctype(hasDeclarations: Bool) { parts.append("doctype \(hasDeclarations)") }
    func skip(entity: String) { parts.append("&\(entity);") }
    func declare(_ prefix: String, as namespace: String) { parts.append("\(prefix)=\(namespace)") }
    func undeclare(_ prefix: String) { parts.append("no \(prefix)") }
  }

  private func read(
    _ text: String, memory: Int = 1 << 20, keepsPrefixes: Bool = false
  ) -> (parts: [String], ending: XMLEnding) {
    let recorder = Recorder()
    let ending = XMLReader.read(
      Array(text.utf8), memory: memory, keepsPrefixes: keepsPrefixes, to: recorder)
    return (recorder.parts, ending)
  }

  @Test(
    "A handler takes the parts of a document in their order",
    arguments: [
      ("<a>b&amp;c</a>", ["<::a>", "b", "&", "c", "/10..<14"]),
      ("<a b='1' c='long'/>", ["<::a b=1 c=lon>", "/19..<19"]),
      ("<p:a xmlns:p='n'/>", ["p=n", "<:n:a>", "/18..<18", "no p"]),
      ("<a xmlns='n'/>", ["=n", "<:n:a>", "/14..<14", "no "]),
      ("<!DOCTYPE a><a/>", ["doctype false", "<::a>", "/16..<16"]),
      (
        "<!DOCTYPE a SYSTEM 'x'><a>&b;</a>", ["doctype false", "<::a>", "&b;", "/29..<33"]
      ),
      ("<!DOCTYPE a [<!ELEMENT a ANY>]><a/>", ["doctype true", "<::a>", "/35..<35"]),
    ])
  func parts(document: String, parts: [String]) {
    let found = read(document)
    #expect(found.parts == parts && found.ending.fault == nil)
  }

  @Test("Names have their prefixes where they are kept")
  func prefixes() {
    let found = read("<p:a xmlns:p='n'><b/></p:a>", keepsPrefixes: true)
    #expect(found.parts.prefix(3) == ["p=n", "<p:n:a>", "<::b>"])
  }

  @Test("An error of the handler ends the reading, and nothing more is taken")
  func refusal() {
    let found = read("<a>\n<stop xmlns='n'/>text<b/></a>")
    #expect(found.parts == ["<::a>", "\n", "=n", "<:n:stop>"] && found.ending.line == 2)
    guard case .refused(let error) = found.ending.fault else {
      Issue.record("\(found.ending)")
      return
    }
    #expect(error is Recorder.Stopped)
  }

  @Test(
    "What is not XML is named with expat's words and its line", arguments: ["<a>\n<b></a>", ""])
  func malformed(document: String) {
    let found = read(document)
    guard case .malformed(let reason) = found.ending.fault else {
      Issue.record("\(found.ending)")
      return
    }
    #expect(reason == (document.isEmpty ? "no element found" : "mismatched tag"))
    #expect(found.ending.line == (document.isEmpty ? 1 : 2))
  }

  @Test("A document that needs more memory than the limit is not read to its end")
  func memory() {
    let names = (0..<20_000).map { "<n\($0)/>" }.joined()
    guard case .memory = read("<a>\(names)</a>", memory: 1 << 17).ending.fault else {
      Issue.record("It was read.")
      return
    }
    #expect(read("<a>\(names)</a>", memory: 1 << 24).ending.fault == nil)
  }
}
