/// A rule that a provider breaks.
public struct Finding: Sendable, Hashable, CustomStringConvertible {
  /// Which rule, in a word: `manifest`, `addresses`, `selectors`, `requests`, `answers`, `cursors`,
  /// `purity` or `garbage`.
  public let rule: String
  /// A sentence: what was seen, and for which input.
  public let detail: String

  /// The rule and the detail, for a test's output.
  public var description: String { "\(rule): \(detail)" }

  init(_ rule: String, _ detail: String) {
    self.rule = rule
    self.detail = detail
  }
}
