import Console

/// An invalid command line; nothing was touched. Exit status 2.
struct UsageError: Error, Sendable, Hashable {
  /// A sentence in lower case without a period; never the value of a secret.
  let text: String
  /// What to write instead.
  let hints: [String]

  init(_ text: String, hints: [String] = []) {
    self.text = text
    self.hints = hints
  }

  /// As written to standard error.
  var message: Message { Message(.error, text, hints: hints) }
}
