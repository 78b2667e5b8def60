import CTOML

/// The values of a TOML document by their keys, with their lines.
package struct TOMLDocument: Sendable {
  /// A value, as far as a configuration needs it.
  package enum Value: Sendable, Hashable {
    case string(String)
    case integer(String)
    case boolean(Bool)
    case strings([String])
    /// A number with a fraction, a date, or an array of anything but strings and integers.
    case other
  }

  /// A value, or a table without its values.
  package struct Entry: Sendable, Hashable {
    /// From the outermost table.
    package let keys: [String]
    /// Nil for a table.
    package internal(set) var value: Value?
    /// Counted from 1.
    package let line: Int
  }

  /// Where a document is invalid, and why.
  package struct Invalid: Error, Sendable, Hashable {
    /// Counted from 1.
    package let line: Int
    /// A sentence in lower case without a period.
    package let reason: String
  }

  /// In the order of the keys; a table before what it contains. The document itself has no entry.
  package private(set) var entries: [Entry] = []

  /// - Throws: ``Invalid`` at the first error.
  package init(_ bytes: [UInt8]) throws(Invalid) {
    try TOMLLimits.check(bytes)
    var entries: [Entry] = []
    var error = toml_error()
    let isValid = bytes.withUnsafeBytes { bytes in
      withUnsafeMutablePointer(to: &entries) { entries in
        toml_read(
          bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count,
          { context, value in
            guard let context, let value = value?.pointee else { return }
            context.assumingMemoryBound(to: [Entry].self).pointee.receive(value)
          }, entries, &error)
      }
    }
    guard isValid else {
      let reason = withUnsafeBytes(of: error.reason) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      throw Invalid(
        line: Int(error.line), reason: reason.prefix(1).lowercased() + reason.dropFirst())
    }
    self.entries = entries.filter { !$0.keys.isEmpty }
  }
}

extension [TOMLDocument.Entry] {
  fileprivate mutating func receive(_ value: toml_value) {
    let keys = UnsafeRawBufferPointer(start: value.keys, count: value.keys_size)
      .split(separator: 0, omittingEmptySubsequences: false).dropLast()
      .map { String(decoding: $0, as: UTF8.self) }
    let text = String(
      decoding: UnsafeRawBufferPointer(start: value.text, count: value.text_size), as: UTF8.self)
    let read: TOMLDocument.Value? =
      switch value.kind {
      case toml_table: nil
      case toml_array: .strings([])
      case toml_string: .string(text)
      case toml_integer: .integer(text)
      case toml_boolean: .boolean(text == "true")
      default: .other
      }
    guard value.is_element, let array = last?.value else {
      return append(.init(keys: keys, value: read, line: Int(value.line)))
    }
    self[count - 1].value = array.appending(read)
  }
}

extension TOMLDocument.Value {
  fileprivate func appending(_ element: TOMLDocument.Value?) -> TOMLDocument.Value {
    switch (self, element) {
    case (.strings(let texts), .string(let text)), (.strings(let texts), .integer(let text)):
      .strings(texts + [text])
    default: .other
    }
  }
}
