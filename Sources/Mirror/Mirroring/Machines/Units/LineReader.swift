import Glibc
import Locking
import MirrorCore
import SystemCalls
import Threads

/// Reads lines from a descriptor on a thread of its own, as many as are wanted: a million units wait in the
/// pipe and not in memory.
final class LineReader: Sendable {
  /// Lines passed on at once.
  private static let batch = 64
  private static let step = 64 << 10

  /// `@unchecked Sendable`: only the pool's one thread uses it.
  private final class Buffer: @unchecked Sendable {
    var bytes: [UInt8] = []
    /// Where the next line begins in `bytes`.
    var start = 0
    var isAtEnd = false
    var number = 0
  }

  private let descriptor: Int32
  private let limit: Int
  private let pool = ThreadPool(name: "lines", width: 1)
  private let buffer = Buffer()
  private let isClosed = Locked(false)
  /// Milliseconds between two looks at whether the reader is closed.
  private static let interval: Int32 = 200

  /// - Parameter limit: Bytes of a line; of a longer one, one byte more is passed on.
  init(_ descriptor: Int32, limit: Int) { (self.descriptor, self.limit) = (descriptor, limit) }

  /// Empty lines are left out.
  /// - Returns: Nil at the end.
  func next() async throws -> [UnitWalk.Line]? {
    let result = await pool.run { [self] in
      Result { () throws(MirrorError) in try read() }
    }
    let lines = try result.get()
    return lines.isEmpty ? nil : lines
  }

  /// Ends a wait for input, which another process may keep open.
  func close() async {
    isClosed.withLock { $0 = true }
    await pool.shutdown()
  }

  /// Blocks.
  private func read() throws(MirrorError) -> [UnitWalk.Line] {
    var lines: [UnitWalk.Line] = []
    while lines.count < Self.batch {
      if let end = buffer.bytes[buffer.start...].firstIndex(of: 0x0A) {
        take(Array(buffer.bytes[buffer.start..<end]), &lines)
        buffer.start = end + 1
        continue
      }
      buffer.bytes.removeFirst(buffer.start)
      buffer.start = 0
      if buffer.isAtEnd {
        if !buffer.bytes.isEmpty { take(buffer.bytes, &lines) }
        buffer.bytes = []
        break
      }
      // Complete lines are returned before the thread waits for further input.
      if !lines.isEmpty, !DescriptorIO.hasInput(descriptor, within: 0) { break }
      try fill()
    }
    return lines
  }

  private func take(_ line: [UInt8], _ lines: inout [UnitWalk.Line]) {
    buffer.number += 1
    guard line.contains(where: { ![0x20, 0x09, 0x0D].contains($0) }) else {
      return
    }
    lines.append(UnitWalk.Line(number: buffer.number, bytes: line))
  }

  private func fill() throws(MirrorError) {
    while !DescriptorIO.hasInput(descriptor, within: Self.interval) {
      guard !isClosed.withLock(\.self) else {
        buffer.isAtEnd = true
        return
      }
    }
    guard let piece = DescriptorIO.read(descriptor, atMost: Self.step) else {
      throw .source("cannot read the units: \(SystemError(errno).reason)")
    }
    buffer.isAtEnd = piece.isEmpty
    buffer.bytes += piece
    if buffer.bytes.count > 2 * limit, !buffer.bytes.contains(0x0A) {
      // A line without end keeps no more memory.
      buffer.bytes.removeLast(buffer.bytes.count - limit - 1)
    }
  }
}
