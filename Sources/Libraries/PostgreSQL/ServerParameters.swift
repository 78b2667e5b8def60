import CPostgreSQL

/// Values in PostgreSQL's binary form (https://www.postgresql.org/docs/current/protocol-overview.html).
struct ServerParameters {
  let types: [Oid]
  private var bytes: [UInt8] = []
  /// In `bytes`; nil for NULL.
  private var places: [Range<Int>?] = []

  init(_ values: [SQLValue]) {
    types = values.map(Self.type)
    for value in values {
      let start = bytes.count
      switch value {
      case .integer(let number?): append(UInt64(bitPattern: number))
      case .real(let number?): append(number.bitPattern)
      // PostgreSQL's texts have no NUL.
      case .text(let text?):
        if text.utf8.contains(0) {
          bytes += text.replacing("\0", with: "\u{FFFD}").utf8
        } else {
          bytes += text.utf8
        }
      case .blob(let blob): bytes += blob
      case .integer(nil), .real(nil), .text(nil):
        places.append(nil)
        continue
      }
      places.append(start..<bytes.count)
    }
    // A text without bytes is not NULL: its address is not nil.
    bytes.append(0)
  }

  private mutating func append(_ number: UInt64) {
    withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
  }

  /// int8, float8, text and bytea in pg_type.
  private static func type(_ value: SQLValue) -> Oid {
    switch value {
    case .integer: 20
    case .real: 701
    case .text: 25
    case .blob: 17
    }
  }

  /// - Returns: Whether libpq accepted it.
  func send(_ statement: String, on connection: OpaquePointer) -> Bool {
    bytes.withUnsafeBytes { buffer in
      let start = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
      let values = places.map { place in
        place.flatMap { place in start.map { $0 + place.lowerBound } }
      }
      let lengths = places.map { Int32(clamping: $0?.count ?? 0) }
      let formats = [Int32](repeating: 1, count: places.count)
      return PQsendQueryPrepared(
        connection, statement, Int32(places.count), values, lengths, formats, 1) == 1
    }
  }
}
