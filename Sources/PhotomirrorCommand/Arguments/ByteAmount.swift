/// An amount of bytes as people write it: `500000`, `64K`, `1.5G`.
enum ByteAmount {
  /// An exbibyte: nothing is larger.
  static let most = 1 << 60

  /// Nil for what is none, or is too large. K, M, G and T are powers of 1024, as Linux's own tools
  /// have it.
  static func parse(_ text: String) -> Int? {
    var digits = text[...]
    var factor = 1.0
    if let unit = text.last?.uppercased(), let power = ["K", "M", "G", "T"].firstIndex(of: unit) {
      digits = text.dropLast()
      for _ in 0...power { factor *= 1024 }
    }
    let isPlain = digits.utf8.allSatisfy { (48...57).contains($0) || $0 == 46 }
    guard isPlain, digits.utf8.first != 46, let number = Double(digits) else { return nil }
    let bytes = (number * factor).rounded()
    return bytes <= Double(most) ? Int(bytes) : nil
  }
}

extension ParsedArguments {
  /// The value as an amount of bytes.
  /// - Throws: ``UsageError`` where it is none or lies outside of `range`.
  func bytes(_ option: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
    guard let text = value(option) else { return nil }
    guard let bytes = ByteAmount.parse(text), range.contains(bytes) else {
      throw UsageError(
        "--\(option) takes bytes, \(range.lowerBound) or more, as 500000, 64K or 1.5G, "
          + "not '\(text)'")
    }
    return bytes
  }
}
