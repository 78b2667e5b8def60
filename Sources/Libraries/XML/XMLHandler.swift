import CExpat
import Glibc

/// Takes the parts of a document in their order, on the thread that reads it. An error ends the reading.
package protocol XMLHandler: AnyObject {
  /// A tag that begins an element.
  func start(_ tag: XMLTag, at place: XMLPlace) throws
  /// The end of the innermost element.
  func end(at place: XMLPlace)
  /// A piece of text.
  func add(_ text: String)
  /// A DOCTYPE, before anything of it is processed.
  func meetDoctype(hasDeclarations: Bool) throws
  /// An entity that only an unread DTD may declare.
  func skip(entity: String)
  /// A prefix, or an empty one, stands for a namespace from the next tag on.
  func declare(_ prefix: String, as namespace: String)
  /// The innermost meaning of a prefix ends.
  func undeclare(_ prefix: String)
}

extension XMLHandler {
  package func skip(entity: String) {}
  package func declare(_ prefix: String, as namespace: String) {}
  package func undeclare(_ prefix: String) {}
}

/// A tag with its attributes, valid while it is taken.
package struct XMLTag {
  let parser: XML_Parser
  let start: UnsafePointer<XML_Char>
  let list: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?

  /// The element's name.
  package var name: XMLText { XMLText(start: start) }

  /// The number of its attributes.
  package var count: Int { Int(XML_GetSpecifiedAttributeCount(parser)) / 2 }

  /// The attributes in their order.
  package var attributes: some Collection<(name: XMLText, value: XMLText)> {
    (0..<count).lazy.map {
      (XMLText(start: list?[2 * $0]), XMLText(start: list?[2 * $0 + 1]))
    }
  }
}

/// A text of the parser, valid while its tag is taken.
package struct XMLText {
  let start: UnsafePointer<XML_Char>?

  /// The first bytes; characters that are cut are replaced.
  package func prefix(_ limit: Int) -> String {
    guard let start else { return "" }
    let bytes = UnsafeBufferPointer(start: start, count: strnlen(start, limit))
    return bytes.withMemoryRebound(to: UInt8.self) { String(decoding: $0, as: UTF8.self) }
  }

  /// All of it.
  package var text: String { start.map { String(cString: $0) } ?? "" }
}

/// A name as the parser reports it.
package struct XMLName {
  /// Separates the parts: expat refuses a namespace that contains it.
  static let separator = UInt8(ascii: "\n")

  /// Empty for none.
  package let namespace: Substring
  /// Without a prefix.
  package let local: String
  /// As written, if the reader keeps prefixes; empty for none.
  package let prefix: Substring

  /// A name: `NAMESPACE\nLOCAL\nPREFIX`, of which the first and the last part may be missing.
  package init(_ name: String) {
    guard let first = name.utf8.firstIndex(of: Self.separator) else {
      (namespace, local, prefix) = ("", name, "")
      return
    }
    let rest = name[name.utf8.index(after: first)...]
    let second = rest.utf8.firstIndex(of: Self.separator) ?? rest.endIndex
    (namespace, local) = (name[..<first], String(rest[..<second]))
    prefix = rest[second...].dropFirst()
  }
}

/// The place of a tag in the document.
package struct XMLPlace {
  let parser: XML_Parser

  /// Its bytes.
  package var bytes: Range<Int> {
    let start = Int(expat_byte(parser))
    return start..<start + Int(expat_length(parser))
  }
}
