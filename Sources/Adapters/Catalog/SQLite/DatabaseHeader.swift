import Glibc

/// The first bytes of an SQLite file (https://sqlite.org/fileformat.html, section 1.3), read without SQLite,
/// which may write as soon as it reads.
struct DatabaseHeader {
  static let byteCount = 100
  private static let magic = Array("SQLite format 3\0".utf8)
  /// Two bytes of file format versions, for writing and for reading; 2 means a write-ahead log.
  private static let formatVersions = 18..<20
  private static let applicationIDPlace = 68

  private let bytes: [UInt8]

  /// Nil if the file is empty.
  init?(of file: Int32, path: String) throws(CatalogError) {
    var bytes = [UInt8](repeating: 0, count: Self.byteCount)
    let count = pread(file, &bytes, bytes.count, 0)
    guard count >= 0 else { throw CatalogError(errno: errno, path: path) }
    guard count > 0 else { return nil }
    guard count == bytes.count, bytes.starts(with: Self.magic) else {
      throw CatalogError(.damaged, "the catalog \(path) is damaged: file is not a database")
    }
    self.bytes = bytes
  }

  var applicationID: Int64 {
    Int64(bytes[Self.applicationIDPlace...].prefix(4).reduce(0) { $0 << 8 | UInt32($1) })
  }

  var hasWriteAheadLog: Bool { bytes[Self.formatVersions].contains(2) }

  /// Marks the content of a new database as using a write-ahead log, without creating one.
  static func setWriteAheadLog(in database: inout [UInt8]) {
    for place in formatVersions { database[place] = 2 }
  }
}
