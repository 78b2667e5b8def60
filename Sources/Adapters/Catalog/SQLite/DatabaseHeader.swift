import Glibc

/// The first bytes of an SQLite file (https://sqlite.org/fileformat.html, section 1.3), read without SQLite,
/// which may write as soon as it reads.
struct DatabaseHeader {
  static let byteCount = 100
  private static let magic = Array("SQLite format 3\0".utf8)
  /// Two bytes of file format versions, for writing and for reading; 2 means a write-ahead log.
  private static let formatVersions = 18..<20
  private static let applicationIDPlace = 68
  private static let pageSizePlace = 16
  private static let changeCounterPlace = 24
  private static let schemaFormatPlace = 44
  private static let encodingPlace = 56
  private static let pageCountPlace = 28
  /// The change counter for which the page count is right.
  private static let countedAtPlace = 92

  private let bytes: [UInt8]

  /// Nil if the bytes are not the first ones of an SQLite file.
  init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.byteCount, bytes.starts(with: Self.magic) else { return nil }
    self.bytes = bytes
  }

  /// Whether an SQLite file may begin with these bytes, which are fewer.
  static func isBegun(by bytes: [UInt8]) -> Bool { bytes.starts(with: magic.prefix(bytes.count)) }

  /// Nil if the file is empty.
  init?(of file: Int32, path: String) throws(CatalogError) {
    var bytes = [UInt8](repeating: 0, count: Self.byteCount)
    let count = pread(file, &bytes, bytes.count, 0)
    guard count >= 0 else { throw CatalogError(errno: errno, path: path) }
    guard count > 0 else { return nil }
    guard let header = Self(Array(bytes.prefix(count))) else {
      throw CatalogError(.damaged, "the catalog \(path) is damaged: file is not a database")
    }
    self = header
  }

  var applicationID: Int64 { number(at: Self.applicationIDPlace, bytes: 4) }

  /// Whether SQLite can read and write the file, as far as its versions and its encoding (UTF-8) tell; otherwise it would
  /// read only, or read other texts.
  var isUsable: Bool {
    bytes[Self.formatVersions].allSatisfy { (1...2).contains($0) }
      && (0...4).contains(number(at: Self.schemaFormatPlace, bytes: 4))
      && (0...1).contains(number(at: Self.encodingPlace, bytes: 4))
  }

  /// The bytes of all pages; nil if the file was last written by a program that does not count them.
  var databaseSize: Int64? {
    let isCounted =
      number(at: Self.changeCounterPlace, bytes: 4) == number(at: Self.countedAtPlace, bytes: 4)
    let pages = number(at: Self.pageCountPlace, bytes: 4)
    let size = number(at: Self.pageSizePlace, bytes: 2)
    guard isCounted, pages > 0 else { return nil }
    return pages * (size == 1 ? 65536 : size)
  }

  private func number(at place: Int, bytes count: Int) -> Int64 {
    bytes[place..<place + count].reduce(0) { $0 << 8 | Int64($1) }
  }

  var hasWriteAheadLog: Bool { bytes[Self.formatVersions].contains(2) }

  /// Marks the content of a new database as using a write-ahead log, without creating one.
  static func setWriteAheadLog(in database: inout [UInt8]) {
    for place in formatVersions { database[place] = 2 }
  }
}
