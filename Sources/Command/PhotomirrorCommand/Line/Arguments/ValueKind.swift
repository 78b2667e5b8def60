/// The kind of an option's value: its parser, its text in help, and its error.
struct ValueKind<Value: Sendable>: Sendable {
  /// In the usage line: `N`.
  let placeholder: String
  /// The range as help shows it; nil: not shown.
  let bounds: String?
  /// A value as it is written on a command line.
  let text: @Sendable (Value) -> String
  /// Parses `text`, the value of the option `label`, such as `--jobs`.
  let parse: @Sendable (_ text: String, _ label: String) throws(UsageError) -> Value

  init(
    _ placeholder: String, bounds: String? = nil, text: @escaping @Sendable (Value) -> String,
    parse: @escaping @Sendable (_ text: String, _ label: String) throws(UsageError) -> Value
  ) {
    (self.placeholder, self.bounds, self.text, self.parse) = (placeholder, bounds, text, parse)
  }

  /// A kind whose values are all parsed by `value`.
  /// - Parameters:
  ///   - expectation: completes the error "--name takes …, not 'text'".
  ///   - value: nil if the text is not a value.
  init(
    _ placeholder: String, bounds: String? = nil, takes expectation: String,
    text: @escaping @Sendable (Value) -> String, value: @escaping @Sendable (String) -> Value?
  ) {
    self.init(
      placeholder, bounds: bounds, text: text,
      parse: { given, label throws(UsageError) in
        guard let value = value(given) else {
          // An option without its value takes the word after it.
          let isSource = (try? SourceAddress(given)) != nil
          throw UsageError(
            "\(label) takes \(expectation), not '\(given)'",
            hints: isSource
              ? ["write the value before the source: \(label) \(placeholder) \(given)"] : [])
        }
        return value
      })
  }

  /// The same texts for values of another type.
  func converted<Other: Sendable>(
    _ forward: @escaping @Sendable (Value) -> Other, back: @escaping @Sendable (Other) -> Value
  ) -> ValueKind<Other> {
    let (text, parse) = (text, parse)
    return ValueKind<Other>(
      placeholder, bounds: bounds, text: { text(back($0)) },
      parse: { given, label throws(UsageError) in forward(try parse(given, label)) })
  }
}

extension ValueKind where Value: FixedWidthInteger {
  /// A whole number.
  static func number(_ range: ClosedRange<Value>, _ placeholder: String = "N") -> ValueKind {
    let isOpen = range.upperBound == .max
    let bounds = "\(range.lowerBound) " + (isOpen ? "or more" : "to \(range.upperBound)")
    return ValueKind(
      placeholder, bounds: isOpen ? nil : bounds, takes: "a number, \(bounds)", text: { "\($0)" },
      value: { Value($0).flatMap { range.contains($0) ? $0 : nil } })
  }

  /// An amount of bytes; see ``ByteAmount``.
  static func bytes(from least: Value) -> ValueKind {
    ValueKind(
      "BYTES", takes: "bytes, \(least) or more, such as 500000, 64K, 8MB or 1.5G",
      text: { ByteAmount.text(Int($0)) },
      value: { ByteAmount.parse($0).map { Value($0) }.flatMap { $0 >= least ? $0 : nil } })
  }
}

extension ValueKind where Value == Duration {
  /// A length of time; see ``TimeSpan``.
  /// - Parameter range: in seconds.
  static func time(_ range: ClosedRange<Int>) -> ValueKind {
    let (least, most) = (Duration.seconds(range.lowerBound), Duration.seconds(range.upperBound))
    return ValueKind(
      "TIME", bounds: "up to \(TimeSpan.text(most))",
      takes: "\(range.lowerBound) to \(range.upperBound) seconds, or a number with s, m, h or d",
      text: TimeSpan.text
    ) { TimeSpan.parse($0).flatMap { (least...most).contains($0) ? $0 : nil } }
  }
}

extension ValueKind where Value: CaseIterable & RawRepresentable<String> {
  /// One of a few words.
  static var choice: ValueKind {
    let names = Value.allCases.map(\.rawValue)
    return ValueKind(names.joined(separator: "|"), text: \.rawValue) {
      given, label throws(UsageError) in
      if let value = Value(rawValue: given) { return value }
      throw UsageError(
        "\(label) takes \(names.joined(separator: ", ")), not '\(given)'",
        hints: NearestName.hint(given, among: names))
    }
  }
}

extension ValueKind<String> {
  /// Any text.
  static func text(_ placeholder: String) -> ValueKind {
    ValueKind(placeholder, text: \.self) { given, _ throws(UsageError) in given }
  }
}
