import CPostgreSQL

/// One row, or the end of a statement's rows. Valid while it is passed to a closure.
package struct ServerAnswer {
  private let result: OpaquePointer

  init(_ result: OpaquePointer) { self.result = result }

  /// Whether this is a row.
  package var isRow: Bool { PQntuples(result) > 0 }

  /// How many rows the statement inserted, updated, deleted or selected.
  package var changes: Int { Int(String(cString: PQcmdTuples(result))) ?? 0 }

  /// The size of the values.
  package var byteCount: Int {
    guard isRow else { return 0 }
    return (0..<PQnfields(result)).reduce(0) { $0 + Int(PQgetlength(result, 0, $1)) }
  }

  /// Columns are counted from 0.
  package func isNull(_ column: Int32) -> Bool { PQgetisnull(result, 0, column) != 0 }

  /// A whole number or a truth value; 0 for NULL, and for a value of another type.
  package func integer(_ column: Int32) -> Int64 {
    let bytes = bytes(column)
    switch bytes.count {
    case 1: return Int64(bytes[0])
    case 2: return Int64(Int16(truncatingIfNeeded: number(bytes)))
    case 4: return Int64(Int32(truncatingIfNeeded: number(bytes)))
    case 8: return Int64(bitPattern: number(bytes))
    default: return 0
    }
  }

  /// A number of double precision; 0 for NULL, and for a value of another type.
  package func real(_ column: Int32) -> Double {
    let bytes = bytes(column)
    return bytes.count == 8 ? Double(bitPattern: number(bytes)) : 0
  }

  /// Text, in which invalid UTF-8 is replaced; nil for NULL.
  package func text(_ column: Int32) -> String? {
    isNull(column) ? nil : String(decoding: bytes(column), as: UTF8.self)
  }

  /// The bytes of a value as the server sent them; nil for NULL.
  package func blob(_ column: Int32) -> [UInt8]? { isNull(column) ? nil : Array(bytes(column)) }

  private func number(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }

  private func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(
      start: PQgetvalue(result, 0, column), count: Int(PQgetlength(result, 0, column)))
  }
}
