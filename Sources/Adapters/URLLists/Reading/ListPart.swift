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
    let head = try file.bytes(at: 0, count: 32 << 10)
    if let reason = ForeignList(head)?.reason { throw Problem(reason: reason) }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = head.starts(with: mark) ? head.dropFirst(mark.count) : head[...]
    part.firstLine = Array(text.prefix { !RecordScan.isLineEnd($0) })
    let kind = ListKind(path: path, firstLine: part.firstLine)
    if try file.hasRecord(at: offset, kind) { part.start = offset }
    let bytes = try file.bytes(at: part.start, count: mostBytes)
    let isLast = part.start + Int64(bytes.count) >= file.size
    let end = RecordScan.end(of: bytes, kind, atMost: mostRecords, isLast: isLast)
    if end > 0 || bytes.isEmpty {
      part.bytes = Array(bytes[..<end])
      part.lines = kind.units(in: part.bytes[...])
      let next = part.start + Int64(end)
      part.next = next < file.size ? next : nil
    } else {
      try part.skip(kind, of: file)
    }
    return part
  }

  /// Leaves out a record without an end in sight, to the end of its first line or of its value.
  private mutating func skip(_ kind: ListKind, of file: borrowing ListFile) throws(Problem) {
    (isCut, lines) = (true, 1)
    var (place, scan) = (start, ValueScan())
    while true {
      let bytes = try file.bytes(at: place, count: Self.mostBytes)
      let end = bytes.firstIndex { byte in
        kind == .values ? scan.take(byte) == .last : RecordScan.isLineEnd(byte)
      }
      place += Int64(end.map { $0 + 1 } ?? bytes.count)
      if let end {
        if bytes[end] == 0x0D, try file.bytes(at: place, count: 1) == [0x0A] { place += 1 }
        next = place < file.size ? place : nil
        return
      }
      guard !bytes.isEmpty else { return }
    }
  }
}

/// An open file of a list.
private struct ListFile: ~Copyable {
  private let descriptor: Int32
  let size: Int64

  init(_ path: String) throws(ListPart.Problem) {
    // A pipe would be waited for.
    let opened = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard opened >= 0 else { throw .init(reason: "cannot be read: \(SystemError().reason)") }
    guard let status = FileStatus(of: opened), status.isRegular else {
      close(opened)
      throw .init(reason: "is not a regular file")
    }
    (descriptor, size) = (opened, status.size)
  }

  deinit { close(descriptor) }

  /// Whether a record may begin at a place: the one before it ends there.
  func hasRecord(at offset: Int64, _ kind: ListKind) throws(ListPart.Problem) -> Bool {
    guard offset > 0, offset <= size else { return false }
    let around = try bytes(at: offset - 1, count: 2)
    guard let before = around.first else { return false }
    guard kind == .values else {
      return before == 0x0A || before == 0x0D && around.last != 0x0A
    }
    return "}\"".utf8.contains(before) || around.last.map(ValueScan.isSeparator) ?? false
  }

  func bytes(at offset: Int64, count: Int) throws(ListPart.Problem) -> [UInt8] {
    guard let bytes = DescriptorIO.read(descriptor, at: offset, atMost: count) else {
      throw .init(reason: "cannot be read: \(SystemError().reason)")
    }
    return bytes
  }
}
