import CSQLite

/// Functions for migrations of old rows that SQL cannot express. Tables, views and indexes cannot use them
/// (DIRECTONLY).
extension SQLiteDatabase {
  static func addFunctions(_ handle: OpaquePointer) {
    let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY
    sqlite3_create_function_v2(
      handle, "name_hash", 1, flags, nil,
      { context, _, values in sqlite3_result_int64(context, NameHash.of(argument(values))) },
      nil, nil, nil)
    sqlite3_create_function_v2(
      handle, "hex_bytes", 1, flags, nil,
      { context, _, values in
        let bytes = [UInt8](hex: argument(values))
        // The address of an empty array may be nil, which would become NULL.
        guard !bytes.isEmpty else { return sqlite3_result_zeroblob(context, 0) }
        sqlite3_result_blob(
          context, bytes, Int32(bytes.count), unsafeBitCast(-1, to: sqlite3_destructor_type.self))
      }, nil, nil, nil)
  }
}

/// The one argument of a function, as text.
private func argument(_ values: UnsafeMutablePointer<OpaquePointer?>?) -> String {
  guard let value = values?.pointee, let bytes = sqlite3_value_text(value) else { return "" }
  let count = Int(sqlite3_value_bytes(value))
  return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
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
