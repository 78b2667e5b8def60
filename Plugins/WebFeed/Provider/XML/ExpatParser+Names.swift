import CExpat
import Glibc
import ProviderKit

extension ExpatParser {
  /// Bytes of a name with its namespace, which expat repeats for each element.
  private static let nameLimit = 1024
  /// Bytes of an attribute; what is more is left out.
  private static let attributeLimit = 64 << 10

  /// The attributes by their names without namespaces, of XML's own by `xml:` and the name.
  /// - Throws: ``ProviderFailure`` with `.malformed` if there are more than an item may have elements.
  func read(
    _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
  ) throws(ProviderFailure) -> [String: String] {
    guard let attributes else { return [:] }
    let count = Int(XML_GetSpecifiedAttributeCount(parser))
    try XMLTreeBuilder.check(count: count / 2)
    var read: [String: String] = [:]
    for place in stride(from: 0, to: count, by: 2) {
      let (namespace, local) = try Self.split(attributes[place])
      let value = Self.text(attributes[place + 1], limit: Self.attributeLimit)
      if namespace == "http://www.w3.org/XML/1998/namespace" {
        read["xml:" + local] = value
      } else if namespace.isEmpty || read[local] == nil {
        // One without a namespace is the element's own.
        read[local] = value
      }
    }
    return read
  }

  /// A name as expat gives it, with its namespace before it where it has one.
  static func split(
    _ name: UnsafePointer<XML_Char>?
  ) throws(ProviderFailure) -> (namespace: Substring, local: String) {
    let whole = text(name, limit: nameLimit + 1)
    guard whole.utf8.count <= nameLimit else {
      throw ProviderFailure(.malformed, "the feed has a name of more than \(nameLimit) bytes")
    }
    guard let separator = whole.utf8.firstIndex(of: separator) else { return ("", whole) }
    return (whole[..<separator], String(whole[whole.utf8.index(after: separator)...]))
  }

  private static func text(_ start: UnsafePointer<XML_Char>?, limit: Int) -> String {
    guard let start else { return "" }
    let bytes = UnsafeBufferPointer(start: start, count: strnlen(start, limit))
    return bytes.withMemoryRebound(to: UInt8.self) { String(decoding: $0, as: UTF8.self) }
  }
}
