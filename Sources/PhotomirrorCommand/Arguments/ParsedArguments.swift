/// What a command line said, before it means anything.
struct ParsedArguments: Sendable, Hashable {
  var operands: [String] = []
  private var values: [String: [String]] = [:]

  mutating func add(_ value: String?, to option: String) {
    values[option, default: []] += value.map { [$0] } ?? []
  }

  /// Whether the option was given.
  func has(_ option: String) -> Bool { values[option] != nil }

  /// The value of an option that is given at most once.
  func value(_ option: String) -> String? { values[option]?.last }

  /// The values of a repeatable option, in order.
  func list(_ option: String) -> [String] { values[option] ?? [] }

  /// The value as a whole number of `units`.
  /// - Throws: ``UsageError`` where it is none or lies outside of `range`.
  func number(
    _ option: String, in range: ClosedRange<Int>, of units: String? = nil
  ) throws(UsageError) -> Int? {
    guard let text = value(option) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      let most = range.upperBound == .max ? "or more" : "to \(range.upperBound)"
      let what = units.map { "a number of \($0)" } ?? "a number"
      throw UsageError("--\(option) takes \(what), \(range.lowerBound) \(most), not '\(text)'")
    }
    return number
  }
}
