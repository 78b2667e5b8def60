import MirrorCore

extension PhotoFacts {
  /// `51234 “Sunset”`, safe to show; the id alone where there is no title.
  package var label: String {
    let shown = PlainText.line(title, limit: 80)
    let id = PlainText.line(id, limit: 200)
    return shown.allSatisfy(\.isWhitespace) ? id : "\(id) “\(shown)”"
  }

  /// The title, or the id where there is none; safe to show.
  var name: String {
    let shown = PlainText.line(title, limit: 200)
    return shown.allSatisfy(\.isWhitespace) ? PlainText.line(id, limit: 200) : shown
  }
}
