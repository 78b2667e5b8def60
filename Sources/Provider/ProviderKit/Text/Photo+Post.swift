extension Photo {
  /// Characters of a post's text that are its pictures' title.
  package static let titleLength = 100

  /// The description of a picture in a post: its alternative text, after the post's text if the title has only a
  /// part of that.
  package static func about(post text: String, alternative: String) -> String {
    if alternative.isEmpty { return text }
    return text.count > titleLength ? text + "\n\n" + alternative : alternative
  }
}
