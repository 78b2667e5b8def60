/// An amount of bytes as people write it: `500000`, `64K`, `1.5G`, `8MB`.
enum ByteAmount {
  /// An exbibyte: nothing is larger.
  static let most = 1 << 60

  /// Nil if the text is not an amount, or is too large. K, M, G and T, also with iB, are powers of
  /// 1024; KB, MB, GB and TB are powers of 1000, as in GNU coreutils ("Block size").
  static func parse(_ text: String) -> Int? {
    let digits = text.prefix { !$0.isLetter }
    guard let factor = factor(of: text.dropFirst(digits.count).lowercased()) else { return nil }
    let isPlain = digits.utf8.allSatisfy { (48...57).contains($0) || $0 == 46 }
    guard isPlain, digits.utf8.first != 46, let number = Double(digits) else { return nil }
    let bytes = (number * factor).rounded()
    return bytes <= Double(most) ? Int(bytes) : nil
  }

  private static func factor(of unit: String) -> Double? {
    guard let prefix = unit.first else { return 1 }
    guard let power = "kmgt".firstIndex(of: prefix) else { return nil }
    let base: Double? =
      switch unit.dropFirst() {
      case "", "ib": 1024
      case "b": 1000
      default: nil
      }
    return base.map { base in "kmgt"[...power].reduce(1) { factor, _ in factor * base } }
  }
}

extension ParsedArguments {
  /// The value as an amount of bytes.
  /// - Throws: ``UsageError`` where it is none or lies outside of `range`.
  func bytes(_ option: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
    guard let text = value(option) else { return nil }
    guard let bytes = ByteAmount.parse(text), range.contains(bytes) else {
      throw UsageError(
        "--\(option) takes bytes, \(range.lowerBound) or more, as 500000, 64K, 8MB or 1.5G, "
          + "not '\(text)'")
    }
    return bytes
  }
}
