/// The order of versions as of Debian's packages (deb-version(7)): digits count as numbers, other characters by
/// their order, a tilde before the end.
enum VersionOrder {
  static func isLess(_ left: String, _ right: String) -> Bool {
    var (left, right) = (Array(left.utf8)[...], Array(right.utf8)[...])
    while !left.isEmpty || !right.isEmpty {
      while left.first.map(isDigit) == false || right.first.map(isDigit) == false {
        let (one, other) = (weight(left.first), weight(right.first))
        guard one == other else { return one < other }
        left = left.dropFirst()
        right = right.dropFirst()
      }
      let (one, other) = (number(&left), number(&right))
      guard one == other else { return one < other }
    }
    return false
  }

  /// `1:2.1.5-2` without `1:`.
  static func withoutEpoch(_ version: String) -> String {
    version.firstIndex(of: ":").map { String(version[version.index(after: $0)...]) } ?? version
  }

  /// The makers' version: `1.6.39` of `1.6.39-2+deb12u1`.
  static func upstream(_ version: String) -> String {
    String(version[..<(version.lastIndex(of: "-") ?? version.endIndex)])
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// The tilde, the end and digits, letters, others.
  private static func weight(_ byte: UInt8?) -> Int {
    guard let byte, !isDigit(byte) else { return 0 }
    if byte == 0x7E { return -1 }
    let isLetter = (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    return isLetter ? Int(byte) : Int(byte) + 256
  }

  /// Takes the digits at the beginning; zero for none.
  private static func number(_ text: inout ArraySlice<UInt8>) -> UInt64 {
    var number: UInt64 = 0
    while let byte = text.first, isDigit(byte) {
      let (product, isTooLarge) = number.multipliedReportingOverflow(by: 10)
      let (sum, isOver) = product.addingReportingOverflow(UInt64(byte - 0x30))
      number = isTooLarge || isOver ? .max : sum
      text = text.dropFirst()
    }
    return number
  }
}
