import Glibc

/// Reading, writing and waiting by a descriptor. All functions block, set errno as the calls do, and repeat a call that a
/// signal interrupted.
package enum DescriptorIO {
  /// read(2).
  /// - Returns: At most `count` bytes; none at the end; nil if it fails.
  package static func read(_ descriptor: Int32, atMost count: Int) -> [UInt8]? {
    bytes(count) { place, _ in Glibc.read(descriptor, place, count) }
  }

  /// Reads from a place (pread(2)) as many bytes as there are.
  /// - Returns: At most `count` bytes; nil if it fails.
  package static func read(_ descriptor: Int32, at offset: Int64, atMost count: Int) -> [UInt8]? {
    bytes(count, isWhole: true) { place, filled in
      pread(descriptor, place, count - filled, off_t(offset) + filled)
    }
  }

  /// Whether read(2) will not block within a time: also at the end, and after an error.
  package static func hasInput(_ descriptor: Int32, within milliseconds: Int32) -> Bool {
    var descriptor = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, milliseconds) > 0
  }

  private static func bytes(
    _ count: Int, isWhole: Bool = false,
    _ call: (_ place: UnsafeMutablePointer<UInt8>?, _ filled: Int) -> Int
  ) -> [UInt8]? {
    var isRead = true
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = 0
      while filled < count {
        let read = call(buffer.baseAddress.map { $0 + filled }, filled)
        if read < 0, errno == EINTR { continue }
        isRead = read >= 0
        guard read > 0 else { break }
        filled += read
        guard isWhole else { break }
      }
    }
    return isRead ? bytes : nil
  }
}
