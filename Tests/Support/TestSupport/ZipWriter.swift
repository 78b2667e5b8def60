import Foundation

/// Writes ZIP archives (APPNOTE.TXT 6.3, PKWARE) whose entries are only stored, and whose headers may lie.
package struct ZipWriter {
  /// What the headers of an entry say.
  package struct Entry {
    package var name: String
    package var bytes: [UInt8]
    /// The length that the headers state; nil for the true one.
    package var statedLength: UInt32?
    /// The CRC that the headers state; nil for the true one.
    package var statedCRC: UInt32?
    package var isEncrypted = false
    /// Unix mode. The upper bits are the kind of file. Nil for a regular file.
    package var mode: UInt32?

    package init(_ name: String, _ bytes: some Sequence<UInt8>) {
      (self.name, self.bytes) = (name, Array(bytes))
    }

    package init(_ name: String, _ text: String) { self.init(name, text.utf8) }
  }

  package static func archive(_ entries: [Entry]) -> Data {
    var archive = LittleEndian()
    var directory = LittleEndian()
    for entry in entries {
      let offset = archive.bytes.count
      archive.long(0x0403_4B50)
      archive.header(of: entry)
      archive.bytes += Array(entry.name.utf8)
      archive.bytes += entry.bytes
      directory.long(0x0201_4B50)
      directory.word(0x0314)
      directory.header(of: entry)
      for _ in 0..<3 { directory.word(0) }
      directory.long(entry.mode.map { $0 << 16 } ?? 0o100644 << 16)
      directory.long(UInt32(offset))
      directory.bytes += Array(entry.name.utf8)
    }
    let start = archive.bytes.count
    archive.bytes += directory.bytes
    archive.long(0x0605_4B50)
    archive.long(0)
    archive.word(UInt16(entries.count))
    archive.word(UInt16(entries.count))
    archive.long(UInt32(directory.bytes.count))
    archive.long(UInt32(start))
    archive.word(0)
    return Data(archive.bytes)
  }

  /// CRC-32 (ISO 3309).
  static func crc(_ bytes: [UInt8]) -> UInt32 {
    var crc = ~UInt32(0)
    for byte in bytes { crc = table[Int((crc ^ UInt32(byte)) & 255)] ^ (crc >> 8) }
    return ~crc
  }

  private static let table: [UInt32] = (0..<256).map { index in
    var crc = UInt32(index)
    for _ in 0..<8 {
      let half = crc >> 1
      crc = crc & 1 == 1 ? half ^ 0xEDB8_8320 : half
    }
    return crc
  }
}

/// Bytes with little-endian numbers.
private struct LittleEndian {
  var bytes: [UInt8] = []

  mutating func word(_ number: UInt16) {
    bytes.append(UInt8(number & 255))
    bytes.append(UInt8(number >> 8))
  }

  mutating func long(_ number: UInt32) {
    word(UInt16(number & 0xFFFF))
    word(UInt16(number >> 16))
  }

  /// What the headers before an entry and in the directory have in common: method 0, a date, the CRC, both
  /// lengths, of which the compressed one says where the next entry begins, and the length of the name.
  mutating func header(of entry: ZipWriter.Entry) {
    word(10)
    word(entry.isEncrypted ? 1 : 0)
    word(0)
    word(0)
    word(0x21)
    long(entry.statedCRC ?? ZipWriter.crc(entry.bytes))
    long(UInt32(entry.bytes.count))
    long(entry.statedLength ?? UInt32(entry.bytes.count))
    word(UInt16(entry.name.utf8.count))
    word(0)
  }
}
