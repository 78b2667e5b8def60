import MirrorCore

/// The words for a photo.
enum Captions {
  static func shortened(_ text: String, to length: Int) -> String {
    guard text.utf8.count > length, text.count > length else { return text }
    return text.prefix(length - 1) + "…"
  }

  /// In one line; a photo without a title still has a name.
  static func title(_ title: String) -> String {
    let words = line(title)
    return words.isEmpty ? "Untitled" : words
  }

  /// Words with single spaces between them.
  static func line(_ title: String) -> String {
    // Whether a character is a space takes long.
    let isPlain = title.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    return isPlain
      ? title.utf8.split(separator: 0x20).compactMap(String.init).joined(separator: " ")
      : title.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// What a picture shows, for those who do not see it.
  static func alternative(_ caption: PhotoCaption) -> String {
    let title = shortened(title(caption.title), to: 120)
    guard let owner = caption.ownerName, !owner.isEmpty else { return title }
    return "\(title) by \(shortened(owner, to: 60))"
  }

  static func count(_ count: Int, of noun: String) -> String {
    "\(NumberText.count(count)) \(noun)\(count == 1 ? "" : "s")"
  }
}
