import Images

extension ImageLimits {
  /// The defaults, but for what ``OptionSyntax/limits`` set.
  init(_ parsed: ParsedArguments) throws(UsageError) {
    self.init()
    if let number = try parsed.number("max-pixels", in: 1...Int.max) { pixels = number }
    if let number = try parsed.number("max-edge", in: 1...Int.max) { edge = number }
    if let number = try parsed.number("max-memory", in: 1...1 << 20) { memory = number << 20 }
    if let number = try parsed.number("max-scans", in: 1...Int.max) { scans = number }
    if let number = try parsed.number("max-warnings", in: 0...Int.max) { warnings = number }
    if let number = try parsed.number("max-seconds", in: 1...1_000_000) { seconds = Double(number) }
  }
}
