import Glibc
import Sandbox

/// Joins pieces of a stream to lines.
struct LineBuffer {
  /// The most bytes of a line.
  let limit: Int
  private(set) var rest: [UInt8] = []

  init(limit: Int) { self.limit = limit }

  /// Appends a piece.
  /// - Returns: The lines that it completes, without their ends.
  /// - Throws: `Broken` if a line is too long.
  mutating func append(
    _ piece: UnsafeRawBufferPointer
  ) throws(ProcessChannel.Broken) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var start = 0
    while start < piece.count {
      let open = UnsafeRawBufferPointer(rebasing: piece[start...])
      let newline = open.baseAddress.flatMap { memchr($0, 0x0A, open.count) }
      let count = newline.map { open.baseAddress!.distance(to: UnsafeRawPointer($0)) } ?? open.count
      guard rest.count + count <= limit else {
        rest = []
        throw .init(reason: "it wrote a line of more than \(limit >> 20) MiB")
      }
      rest += open[..<count]
      start += count
      guard newline != nil else { break }
      start += 1
      lines.append(rest)
      rest = []
    }
    return lines
  }
}
