import Console

/// A command line that cannot be done; nothing was touched. Exit status 2.
package struct UsageError: Error, Sendable, Hashable {
  /// A sentence in lower case without a period; never the value of a secret.
  package let text: String
  /// What to write instead.
  package let hints: [String]

  /// An error with what it says and what to do about it.
  package init(_ text: String, hints: [String] = []) {
    self.text = text
    self.hints = hints
  }

  /// As it stands on standard error.
  package var message: Message { Message(.error, text, hints: hints) }
}
