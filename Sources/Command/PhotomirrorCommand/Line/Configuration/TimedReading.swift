import Glibc

/// Reads what another program writes, for a limited time.
enum TimedReading {
  /// The bytes up to the end, or to `limit`; nil if there is no end in time, or if reading fails. Blocks.
  static func bytes(of descriptor: Int32, atMost limit: Int, seconds: Int) -> [UInt8]? {
    let deadline = now() + seconds * 1000
    var bytes: [UInt8] = []
    while bytes.count < limit {
      var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let count = Glibc.poll(&poll, 1, Int32(max(0, deadline - now())))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      var read = 0
      bytes += [UInt8](unsafeUninitializedCapacity: min(4096, limit - bytes.count)) {
        buffer, size in
        read = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        size = max(0, read)
      }
      if read < 0, errno == EINTR || errno == EAGAIN { continue }
      guard read >= 0 else { return nil }
      if read == 0 { break }
    }
    return bytes
  }

  /// Milliseconds of the monotonic clock.
  private static func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}
