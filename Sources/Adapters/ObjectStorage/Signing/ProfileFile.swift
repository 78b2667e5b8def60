import Foundation

/// A file with profiles (`~/.aws/credentials`): sections in brackets, with lines `name = value`.
struct ProfileFile {
  /// In bytes; a longer file is not read.
  private static let limit = 1 << 20

  private let lines: [Substring]

  /// Nil if the file cannot be read. Blocks.
  init?(_ path: String) {
    guard let text = Self.text(path) else { return nil }
    lines = text.split(whereSeparator: \.isNewline)
  }

  /// The entries of a section, names in lower case; those of nested settings are left out.
  func entries(of profile: String) -> [String: String] {
    var entries: [String: String] = [:]
    var isInside = false
    for line in lines {
      let text = line.trimmingCharacters(in: .whitespaces)
      if text.hasPrefix("["), text.hasSuffix("]") {
        isInside = text.dropFirst().dropLast().trimmingCharacters(in: .whitespaces) == profile
        continue
      }
      let isNested = line.first?.isWhitespace ?? false
      guard isInside, !isNested, !text.hasPrefix("#"), !text.hasPrefix(";"),
        let equals = text.firstIndex(of: "=")
      else { continue }
      let name = text[..<equals].trimmingCharacters(in: .whitespaces).lowercased()
      entries[name] = text[text.index(after: equals)...].trimmingCharacters(in: .whitespaces)
    }
    return entries
  }

  /// The text of a file of a bounded length; nil if it cannot be read. Blocks.
  static func text(_ path: String) -> String? {
    guard let file = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? file.close() }
    guard let bytes = try? file.read(upToCount: limit + 1), bytes.count <= limit else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }
}
