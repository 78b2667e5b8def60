import Console
import ProviderLoader
import ProviderTesting

/// `photomirror providers --check`: the conformance kit for a provider, in a module or a program.
struct ProviderCheck {
  let name: String
  /// The folder of recorded answers; nil if there are none.
  let answers: String?
  let isJSON: Bool
  /// Mistakes shown to people: the first ones often cause the others.
  private static let mostShown = 10

  /// - Throws: ``UsageError`` or ``CommandFailure``.
  func run(with loader: ProviderLoader) throws -> ExitStatus {
    var recorded: [Recorded] = []
    do throws(RecordedAnswers.Problem) {
      if let answers { recorded = try RecordedAnswers.read(from: answers) }
    } catch {
      throw UsageError("--answers: \(error)")
    }
    let found = loader.load(name)
    guard let provider = found.providers.first(where: { $0.manifest.name == name }) else {
      throw CommandFailure(
        .providerRefused, "there is no provider '\(name)'",
        hints: found.refused.map { "refused: \($0.path) \($0.reason)" }
          + ["see 'photomirror providers'"])
    }
    guard provider.lister == nil else {
      throw UsageError(
        "\(name) lists by itself: --check examines what a provider computes from recorded answers",
        hints: ["try its listings with 'photomirror list \(name):…'"])
    }
    // A fault that the host would repair is a finding as well.
    Confinement.modules?.restartAlways()
    let findings = ProviderConformance.check(provider.unchecked, recorded: recorded)
    let shown = isJSON ? findings.prefix(findings.count) : findings.prefix(Self.mostShown)
    let rest = findings.count - shown.count
    Output.standard.write(
      lines: shown.map(line)
        + (rest > 0 ? ["and \(Quantity.count(rest, of: "mistake")) more"] : []))
    if !isJSON { Output.standard.write(lines: [summary(of: provider, findings, recorded)]) }
    return findings.isEmpty ? .success : .providerRefused
  }

  private func line(_ finding: Finding) -> String {
    isJSON
      ? Self.keys.object((name, finding)).line : TerminalText.line("\(finding)", limit: 1000)
  }

  static let keys = ResultKeys<(provider: String, finding: Finding)> {
    $0.add("provider", \.provider)
    $0.add("rule", \.finding.rule)
    $0.add("detail", "the first case", \.finding.detail)
    $0.add("cases", \.finding.cases)
  }

  private func summary(
    of provider: LoadedProvider, _ findings: [Finding], _ recorded: [Recorded]
  ) -> String {
    let count = Quantity.count(findings.count, of: "finding")
    let calls =
      recorded.isEmpty
      ? "without recorded answers"
      : "with \(Quantity.count(recorded.count, of: "recorded answer"))"
    return TerminalText.line(
      "checked \(name) \(provider.manifest.version) \(calls): "
        + (findings.isEmpty ? "no finding" : count))
  }
}
