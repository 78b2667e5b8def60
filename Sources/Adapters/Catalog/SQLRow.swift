/// A row of a statement's answer; valid until the next one is read. Columns are counted from 0.
protocol SQLRow: AnyObject {
  /// The catalog, for messages.
  var origin: String { get }

  func isNull(_ column: Int32) -> Bool
  /// A whole number, or 1 for true; 0 for NULL.
  func integer(_ column: Int32) -> Int64
  func real(_ column: Int32) -> Double
  func text(_ column: Int32) -> String?
  func blob(_ column: Int32) -> [UInt8]?
}

extension SQLRow {
  /// A number used in sums or dates, clamped to the valid range.
  func integer(_ column: Int32, in range: ClosedRange<Int64>) -> Int64 {
    min(max(integer(column), range.lowerBound), range.upperBound)
  }

  /// Bytes as hexadecimal digits; empty for NULL.
  func hex(_ column: Int32) -> String {
    let digits = Array("0123456789abcdef".utf8)
    let text = (blob(column) ?? []).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }

  /// The path of a file in the trash, relative to the mirror.
  func place(_ column: Int32) throws(CatalogError) -> String? {
    guard let place = text(column) else { return nil }
    let parts = place.utf8.split(separator: 0x2F, omittingEmptySubsequences: false)
    guard place.hasPrefix(Self.trash), parts.dropFirst().allSatisfy({ $0.first ?? 0x2E != 0x2E })
    else {
      throw CatalogError(
        .damaged, "the catalog \(origin) is damaged: '\(place)' names no file in the trash")
    }
    return place
  }

  fileprivate static var trash: String { ".photomirror/trash/" }

  /// The path of a file within the mirror, relative to it. Paths of this program have no component that is
  /// empty or begins with a dot; the path of a manipulated catalog must not lead out of the mirror.
  func name(_ column: Int32) throws(CatalogError) -> String? {
    guard let name = text(column) else { return nil }
    let parts = name.utf8.split(separator: 0x2F, omittingEmptySubsequences: false)
    guard parts.allSatisfy({ $0.first ?? 0x2E != 0x2E }) else {
      throw CatalogError(
        .damaged,
        "the catalog \(origin) is damaged: '\(name)' is not the path of a mirrored file")
    }
    return name
  }
}

extension [UInt8] {
  /// Empty if `hex` does not consist of pairs of hexadecimal digits.
  init(hex: String) {
    let digits = hex.utf8.map { Character(UnicodeScalar($0)).hexDigitValue ?? 16 }
    guard digits.count.isMultiple(of: 2), digits.allSatisfy({ $0 < 16 }) else {
      self = []
      return
    }
    self = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }
}
