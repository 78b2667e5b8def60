extension ProviderFailure {
  /// The failure with texts that can be shown.
  package func checked() -> ProviderFailure {
    let said = message.cleaned(to: JointLimits.sentence)
    return ProviderFailure(
      kind, said.isEmpty ? "it failed and did not say why" : said, code: code,
      hint: hint?.cleaned(to: JointLimits.sentence))
  }
}
