/// The metadata of a bag, in the order of `bag-info.txt` (RFC 8493, section 2.2.2). A label may be repeated.
public struct BagInfo: Sendable, Hashable {
  /// A line of the file.
  public struct Entry: Sendable, Hashable {
    /// `Source-Organization`
    public let label: String
    /// Without line breaks and other control characters.
    public let value: String

    /// - Parameter text: `Label: value`
    /// - Returns: Nil if the text is not such a line.
    public init?(_ text: String) {
      let parts = text.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { return nil }
      let label = parts[0].trimmed
      let isLabel = !label.isEmpty && !label.contains { $0.isWhitespace || $0.isNewline }
      let value = parts[1].trimmed
      guard isLabel, !value.isEmpty, label.isOneLine, value.isOneLine else { return nil }
      self.init(label, value)
    }

    init(_ label: String, _ value: String) { (self.label, self.value) = (label, value) }
  }

  /// In their order.
  public var entries: [Entry]

  public init(_ entries: [Entry] = []) { self.entries = entries }

  var text: String { entries.map { "\($0.label): \($0.value)\n" }.joined() }

  /// The values of a label. Labels are compared without case.
  func values(_ label: String) -> [String] {
    entries.filter { $0.label.lowercased() == label.lowercased() }.map(\.value)
  }

  /// Adds a value, unless the label has one.
  mutating func complete(_ label: String, _ value: String) {
    if values(label).isEmpty { entries.append(Entry(label, value)) }
  }
}

extension Substring {
  fileprivate var trimmed: String {
    var text = self
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}

extension String {
  /// Whether it has no line breaks and no control characters.
  var isOneLine: Bool {
    unicodeScalars.allSatisfy {
      ![.control, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
    }
  }
}
