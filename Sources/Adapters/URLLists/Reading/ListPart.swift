import Foundation
import Glibc
import SystemCalls

/// Whole records from somewhere in the file of a list.
struct ListPart: Equatable {
  /// Why the file cannot be read, as a sentence in lower case without a period.
  struct Problem: Error, Equatable {
    let reason: String
  }

  /// Bytes of one part, and the most of a record.
  static let mostBytes = 256 << 10
  /// Records of one part: the photos of a page stay in memory until they are stored.
  static let mostRecords = 500

  /// The records with their line ends.
  var bytes: [UInt8] = []
  /// Where they begin: the asked place, or 0 if no record begins there any more.
  var start: Int64 = 0
  /// Where the next part begins; nil at the end.
  var next: Int64?
  /// Lines of the file that these bytes, and what was left out after them, have.
  var lines = 0
  /// The first line of the file, without its end.
  var firstLine: [UInt8] = []
  /// Whether a record was left out because it is too long.
  var isCut = false

  /// Reads a part. Blocks.
  static func read(_ path: String, at offset: Int64) throws(Problem) -> ListPart {
    let file = try ListFile(path)
    var part = ListPart()
    if offset > 0, offset <= file.size, try file.bytes(at: offset - 1, count: 1) == [0x0A] {
      part.start = offset
    }
    let head = try file.bytes(at: 0, count: part.start == 0 ? mostBytes : 32 << 10)
    guard !head.prefix(1024).contains(0) else {
      throw Problem(reason: "is not text in UTF-8; a compressed list has to be unpacked first")
    }
    part.firstLine = Array(head.prefix(32 << 10).prefix { $0 != 0x0A && $0 != 0x0D })
    let kind = ListKind(path: path, firstLine: part.firstLine)
    let bytes = part.start == 0 ? head : try file.bytes(at: part.start, count: mostBytes)
    let isLast = part.start + Int64(bytes.count) >= file.size
    let end = RecordScan.end(of: bytes, kind, atMost: mostRecords, isLast: isLast)
    if end > 0 || bytes.isEmpty {
      part.bytes = Array(bytes[..<end])
      part.lines = part.bytes.count { $0 == 0x0A }
      let next = part.start + Int64(end)
      part.next = next < file.size ? next : nil
    } else {
      try part.skipLine(of: file)
    }
    return part
  }

  /// Leaves out a record without an end in sight, to the end of its first line.
  private mutating func skipLine(of file: borrowing ListFile) throws(Problem) {
    (isCut, lines) = (true, 1)
    var place = start
    while true {
      let bytes = try file.bytes(at: place, count: Self.mostBytes)
      if let end = bytes.firstIndex(of: 0x0A) {
        place += Int64(end) + 1
        next = place < file.size ? place : nil
        return
      }
      guard !bytes.isEmpty else { return }
      place += Int64(bytes.count)
    }
  }
}

/// An open file of a list.
private struct ListFile: ~Copyable {
  private let descriptor: Int32
  let size: Int64

  init(_ path: String) throws(ListPart.Problem) {
    // A pipe would be waited for.
    let opened = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard opened >= 0 else { throw .init(reason: "cannot be read: \(SystemError().reason)") }
    guard let status = FileStatus(of: opened), status.isRegular else {
      close(opened)
      throw .init(reason: "is not a regular file")
    }
    (descriptor, size) = (opened, status.size)
  }

  deinit { close(descriptor) }

  func bytes(at offset: Int64, count: Int) throws(ListPart.Problem) -> [UInt8] {
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = 0
      while filled < count {
        let place = buffer.baseAddress.map { $0 + filled }
        let read = pread(descriptor, place, count - filled, off_t(offset) + filled)
        if read < 0, errno == EINTR { continue }
        if read < 0 { code = errno }
        guard read > 0 else { break }
        filled += read
      }
    }
    guard code == 0 else { throw .init(reason: "cannot be read: \(SystemError(code).reason)") }
    return bytes
  }
}
