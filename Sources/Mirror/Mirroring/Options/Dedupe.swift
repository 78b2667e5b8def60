/// What a run does with files that have the same bytes.
public enum Dedupe: String, CaseIterable, Sendable {
  case none
  /// They become one file with several names (hard links).
  case link
}
