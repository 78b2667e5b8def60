import Console

/// A command line that cannot be done; nothing was touched. Exit status 2.
struct UsageError: Error, Sendable, Hashable {
  /// A sentence in lower case without a period; never the value of a secret.
  let text: String
  /// What to write instead.
  let hints: [String]

  /// An error with what it says and what to do about it.
  init(_ text: String, hints: [String] = []) {
    self.text = text
    self.hints = hints
  }

  /// As it stands on standard error.
  var message: Message { Message(.error, text, hints: hints) }
}
