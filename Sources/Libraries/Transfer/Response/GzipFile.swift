import CZlib

/// A file that was compressed with gzip (RFC 1952) before it got to its server, such as `feed.xml.gz`: its bytes are the
/// content of the answer, and no coding of it.
enum GzipFile {
  /// The bytes of the file; those that are given if they are no such file.
  /// - Throws: ``Fault`` of a file that is too large, or damaged.
  static func content(of bytes: [UInt8], limit: Int) throws(Fault) -> [UInt8] {
    guard bytes.starts(with: [0x1F, 0x8B, 8]), bytes.count <= Int(UInt32.max) else { return bytes }
    var length = 0
    let content = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      length = gunzip_bytes(bytes, bytes.count, buffer.baseAddress, limit)
      count = max(0, length)
    }
    switch length {
    case 0...: return content
    case -2: throw Fault(.tooLarge, "the answer is longer than \(limit) bytes")
    default: throw Fault(.truncated, "the answer is a damaged gzip file")
    }
  }
}
