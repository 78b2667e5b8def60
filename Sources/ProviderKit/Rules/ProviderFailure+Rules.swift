extension ProviderFailure {
  /// The failure with texts that can be shown.
  package func checked() -> ProviderFailure {
    let said = message.cleaned(to: JointLimits.sentence)
    return ProviderFailure(
      kind, said.isEmpty ? "it failed and did not say why" : said, code: code,
      hint: hint?.cleaned(to: JointLimits.sentence))
  }
}

/// A failure of the shape of an answer.
func malformed(_ message: String) -> ProviderFailure { ProviderFailure(.malformed, message) }

/// A value as it may stand in a message, however wild it is.
func quoted(_ text: String) -> String { "\"\(text.cleaned(to: 80))\"" }
