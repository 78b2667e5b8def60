import CExpat

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
    guard let root = AnswerParser.root(of: bytes) else { return nil }
    self.root = root
  }
}

/// Parses with expat; one call on one thread.
private final class AnswerParser {
  private static let memoryLimit = 16 << 20
  private static let mostElements = 100_000
  private static let deepest = 16
  private static let separator = UInt8(ascii: "\n")

  private let parser: XML_Parser
  private var open: [AnswerDocument.Element] = []
  private var root: AnswerDocument.Element?
  private var count = 0

  static func root(of bytes: [UInt8]) -> AnswerDocument.Element? {
    // A long task sends blanks before the document, to keep the connection.
    let document = Array(bytes.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) })
    let separator = XML_Char(bitPattern: separator)
    guard let parser = expat_bounded_parser("UTF-8", separator, memoryLimit) else { return nil }
    return AnswerParser(parser).root(of: document)
  }

  private init(_ parser: XML_Parser) { self.parser = parser }

  deinit { XML_ParserFree(parser) }

  private func root(of bytes: [UInt8]) -> AnswerDocument.Element? {
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(
      parser, { context, name, _ in AnswerParser.from(context)?.begin(name) },
      { context, _ in AnswerParser.from(context)?.end() })
    XML_SetCharacterDataHandler(parser) { context, bytes, count in
      AnswerParser.from(context)?.take(bytes, Int(count))
    }
    // No answer has one, and its declarations could make the document grow.
    XML_SetStartDoctypeDeclHandler(parser) { context, _, _, _, _ in
      AnswerParser.from(context)?.stop()
    }
    let status = bytes.withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) {
        XML_Parse(parser, $0.baseAddress, Int32($0.count), 1)
      }
    }
    return status == XML_STATUS_OK ? root : nil
  }

  private static func from(_ context: UnsafeMutableRawPointer?) -> AnswerParser? {
    context.map { Unmanaged<AnswerParser>.fromOpaque($0).takeUnretainedValue() }
  }

  private func stop() { XML_StopParser(parser, 0) }

  private func begin(_ name: UnsafePointer<XML_Char>?) {
    count += 1
    guard let name, count <= Self.mostElements, open.count < Self.deepest else { return stop() }
    let whole = String(cString: name)
    let local = whole.utf8.lastIndex(of: Self.separator).map {
      String(whole[whole.utf8.index(after: $0)...])
    }
    open.append(AnswerDocument.Element(name: local ?? whole))
  }

  private func end() {
    guard let element = open.popLast() else { return }
    if open.isEmpty { root = element } else { open[open.count - 1].children.append(element) }
  }

  private func take(_ bytes: UnsafePointer<XML_Char>?, _ count: Int) {
    guard let bytes, !open.isEmpty else { return }
    let buffer = UnsafeBufferPointer(start: bytes, count: count)
    open[open.count - 1].text += buffer.withMemoryRebound(to: UInt8.self) {
      String(decoding: $0, as: UTF8.self)
    }
  }
}
