import Sandbox

/// A request to a process that reads an archive; the file's descriptor travels with the first one.
enum ArchiveRequest {
  case open
  case next
  /// At most so many bytes of the current entry.
  case read(Int)

  /// The longest message of this kind.
  static let mostBytes = 16
  /// The most bytes of a read.
  static let mostRead = 1 << 20

  func encode() -> [UInt8] {
    var writer = MessageWriter()
    switch self {
    case .open: writer.append(0)
    case .next: writer.append(1)
    case .read(let count):
      writer.append(2)
      writer.append(min(count, Self.mostRead))
    }
    return writer.bytes
  }

  init(_ bytes: [UInt8]) throws(MessageReader.Invalid) {
    var reader = MessageReader(bytes)
    switch try reader.number(in: 0...2) {
    case 0: self = .open
    case 1: self = .next
    default: self = .read(try reader.number(in: 0...Self.mostRead))
    }
  }
}

/// The answer of a process that reads an archive, which the archive may have taken over.
enum ArchiveAnswer {
  /// Nothing to say, and the end of the archive.
  case done
  case entry(ZipReader.Entry)
  /// Empty at the end of the entry.
  case bytes([UInt8])
  /// What libarchive says, or nothing.
  case failed(String)

  /// The longest message of this kind: bytes, or a name, which has 64 KiB at most in an archive.
  static let mostBytes = ArchiveRequest.mostRead + (1 << 20)

  func encode() -> [UInt8] {
    var writer = MessageWriter()
    switch self {
    case .done: writer.append(0)
    case .entry(let entry):
      writer.append(1)
      writer.append(entry.name)
      writer.append(optional: entry.size) { $0.append($1) }
      writer.append(entry.isFile)
      writer.append(entry.isEncrypted)
    case .bytes(let bytes):
      writer.append(2)
      writer.append(bytes)
    case .failed(let reason):
      writer.append(3)
      writer.append(reason)
    }
    return writer.bytes
  }

  init(_ bytes: [UInt8]) throws(MessageReader.Invalid) {
    var reader = MessageReader(bytes)
    switch try reader.number(in: 0...3) {
    case 0: self = .done
    case 1:
      self = .entry(
        ZipReader.Entry(
          name: try reader.text(),
          size: try reader.optional { reader throws(MessageReader.Invalid) in
            Int64(try reader.number(in: 0...Int.max))
          }, isFile: try reader.flag(), isEncrypted: try reader.flag()))
    case 2: self = .bytes(try reader.data())
    default: self = .failed(try reader.text())
    }
  }
}
