import XML

/// The XML of an answer: elements by their local names, with their texts. It has no attributes, and may be as
/// long as an answer.
struct AnswerDocument {
  struct Element {
    let name: String
    fileprivate(set) var text = ""
    fileprivate(set) var children: [Element] = []

    /// The text of the first child with this name.
    subscript(_ name: String) -> String? { children.first { $0.name == name }?.text }

    func all(_ name: String) -> [Element] { children.filter { $0.name == name } }
  }

  let root: Element

  /// Nil if the bytes are not such a document. Blocks: call it on a thread that may.
  init?(_ bytes: [UInt8]) {
    guard let root = AnswerReader.root(of: bytes) else { return nil }
    self.root = root
  }
}

/// Takes the elements of an answer; for one call on one thread.
private final class AnswerReader: XMLHandler {
  private static let memoryLimit = 16 << 20
  private static let mostElements = 100_000
  private static let deepest = 16

  private struct TooMuch: Error {}

  private var open: [AnswerDocument.Element] = []
  private var root: AnswerDocument.Element?
  private var count = 0

  static func root(of bytes: [UInt8]) -> AnswerDocument.Element? {
    // A long task sends blanks before the document, to keep the connection.
    let document = Array(bytes.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) })
    let reader = AnswerReader()
    let ending = XMLReader.read(document, memory: memoryLimit, to: reader)
    return ending.fault == nil ? reader.root : nil
  }

  /// No answer has one, and its declarations could make the document grow.
  func meetDoctype(hasDeclarations: Bool) throws { throw TooMuch() }

  func start(_ tag: XMLTag, at place: XMLPlace) throws {
    count += 1
    guard count <= Self.mostElements, open.count < Self.deepest else { throw TooMuch() }
    open.append(AnswerDocument.Element(name: XMLName(tag.name.text).local))
  }

  func end(at place: XMLPlace) {
    guard let element = open.popLast() else { return }
    if open.isEmpty { root = element } else { open[open.count - 1].children.append(element) }
  }

  func add(_ text: String) {
    guard !open.isEmpty else { return }
    open[open.count - 1].text += text
  }
}
