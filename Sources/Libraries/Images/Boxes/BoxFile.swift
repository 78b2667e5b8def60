import Glibc
import SystemCalls

/// The boxes of a file of the ISO base media file format or of QuickTime, read by their headers alone
/// (ISO/IEC 14496-12, 4.2; QuickTime File Format, "Atoms").
///
/// No box is held in memory: a header of 16 bytes is read at each box's offset. Belongs to one
/// thread.
final class BoxFile {
  /// A box of the file.
  struct Box: Hashable {
    /// Four characters; bytes that are not printable are shown as `?`.
    let kind: String
    /// Where its content begins.
    let start: Int64
    /// Where the next box begins.
    let end: Int64
    /// Whether the box states its end; otherwise it ends with the file.
    let isSized: Bool
  }

  let size: Int64
  /// -1: the file is in memory.
  private let descriptor: Int32
  private let memory: [UInt8]

  /// Opens a regular file. Does not follow a link or wait for a pipe.
  init(path: String) throws(ImageError) {
    let descriptor = LinkFree.open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .unreadable(errno) }
    guard let status = FileStatus(of: descriptor), status.isRegular else {
      close(descriptor)
      throw ImageError(.unreadable, "it is not a regular file")
    }
    (self.descriptor, memory, size) = (descriptor, [], status.size)
  }

  /// A file in memory.
  init(_ bytes: [UInt8]) { (descriptor, memory, size) = (-1, bytes, Int64(bytes.count)) }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// The box at a place within a box that ends at `limit`.
  /// - Throws: `truncated` if the file ends before the box, `damaged` if the box leaves its container.
  func box(at place: Int64, before limit: Int64) throws(ImageError) -> Box {
    let header = try bytes(at: place, count: Int(min(16, limit - place)))
    guard header.count >= 8 else { throw ends(within: "the header of a box") }
    let kind = String(
      header[4..<8].map { (0x20..<0x7F).contains($0) ? Character(Unicode.Scalar($0)) : "?" })
    var length = Self.number(header[0..<4])
    var head: Int64 = 8
    if length == 1 {
      guard header.count == 16 else { throw ends(within: "the header of the box \(kind)") }
      (length, head) = (Self.number(header[8..<16]), 16)
    }
    guard length != 0 else {
      return Box(kind: kind, start: place + head, end: limit, isSized: false)
    }
    guard length >= head else {
      throw ImageError(.damaged, "the box \(kind) at byte \(place) states a length of \(length)")
    }
    guard length <= limit - place else {
      guard limit == size else {
        throw ImageError(.damaged, "the box \(kind) at byte \(place) exceeds the enclosing box")
      }
      throw ends(within: "the box \(kind)")
    }
    return Box(kind: kind, start: place + head, end: place + length, isSized: true)
  }

  /// Up to `count` bytes; fewer at the file's end.
  func bytes(at place: Int64, count: Int) throws(ImageError) -> [UInt8] {
    guard count > 0 else { return [] }
    guard descriptor >= 0 else { return Array(memory.dropFirst(Int(place)).prefix(count)) }
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let more = pread(
          descriptor, buffer.baseAddress.map { $0 + filled }, count - filled,
          off_t(place) + filled)
        if more < 0, errno == EINTR { continue }
        if more < 0 { failure = errno }
        if more <= 0 { return }
        filled += more
      }
    }
    guard failure == 0 else { throw .unreadable(failure) }
    return bytes
  }

  /// Big-endian; 64 bits beyond the range of a length are the largest one, which fits no file.
  static func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
    Int64(clamping: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }

  private func ends(within what: String) -> ImageError {
    ImageError(.truncated, "the file ends within \(what)")
  }
}
