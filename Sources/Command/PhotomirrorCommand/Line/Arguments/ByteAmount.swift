/// An amount of bytes as people write it: `500000`, `64K`, `1.5G`, `8MB`. K, M, G and T, also with iB,
/// are powers of 1024; KB, MB, GB and TB are powers of 1000, as in GNU coreutils ("Block size").
enum ByteAmount {
  /// An exbibyte, the upper limit.
  private static let most = 1 << 60
  private static let prefixes = "kmgt"

  /// Nil if the text is not an amount or more than an exbibyte.
  static func parse(_ text: String) -> Int? {
    guard let (number, unit) = Amount.split(text), let factor = factor(of: unit) else { return nil }
    let bytes = (number * factor).rounded()
    return bytes <= Double(most) ? Int(bytes) : nil
  }

  /// With the largest power of 1024 that divides it: `256M`.
  static func text(_ bytes: Int) -> String {
    var (amount, unit) = (bytes, "")
    for prefix in prefixes where amount > 0 && amount.isMultiple(of: 1024) {
      (amount, unit) = (amount / 1024, prefix.uppercased())
    }
    return "\(amount)\(unit)"
  }

  private static func factor(of unit: String) -> Double? {
    guard let prefix = unit.first else { return 1 }
    guard let power = prefixes.firstIndex(of: prefix) else { return nil }
    let base: Double? =
      switch unit.dropFirst() {
      case "", "ib": 1024
      case "b": 1000
      default: nil
      }
    return base.map { base in prefixes[...power].reduce(1) { factor, _ in factor * base } }
  }
}

/// A decimal number and the unit after it.
enum Amount {
  /// Nil if the text does not begin with digits; a sign, an exponent or a space is not accepted.
  static func split(_ text: String) -> (number: Double, unit: String)? {
    let digits = text.prefix { !$0.isLetter }
    let isPlain = digits.utf8.allSatisfy { (48...57).contains($0) || $0 == 46 }
    guard isPlain, digits.utf8.first != 46, let number = Double(digits) else { return nil }
    return (number, text.dropFirst(digits.count).lowercased())
  }
}
