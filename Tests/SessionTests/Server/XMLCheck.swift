import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Proves that bytes are well-formed XML.
struct XMLCheck {
  struct Malformed: Error { let reason: String }

  init(_ bytes: Data) throws {
    let parser = XMLParser(data: bytes)
    guard parser.parse() else {
      throw Malformed(reason: parser.parserError.map { "\($0)" } ?? "not XML")
    }
  }
}
