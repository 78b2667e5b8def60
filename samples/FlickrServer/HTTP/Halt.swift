import Glibc
import SystemCalls

/// Waits of the connections' threads, which all end with the server.
final class Halt: Sendable {
  /// Readable for ever once a byte is written into the other end.
  private let ends: (read: Int32, write: Int32)

  /// POLLRDHUP of poll(2), which is not in POSIX: the client has closed its side.
  private static let clientLeft: Int16 = 0x2000

  init() throws {
    var pair: [Int32] = [0, 0]
    guard pipe(&pair) == 0 else { throw ServerError("cannot make a pipe: \(SystemError().reason)") }
    ends = (pair[0], pair[1])
  }

  deinit {
    close(ends.read)
    close(ends.write)
  }

  /// Ends all waits, now and later.
  func end() { _ = write(ends.write, [0], 1) }

  /// Blocks the calling thread until `deadline` (of `Uptime`; nil for none), the end of the server,
  /// or the client's disconnect.
  /// - Returns: true if the deadline was reached.
  func wait(until deadline: Double?, client: Int32) -> Bool {
    var watched = [
      pollfd(fd: ends.read, events: Int16(POLLIN), revents: 0),
      pollfd(fd: client, events: Halt.clientLeft, revents: 0),
    ]
    while true {
      let left = deadline.map { $0 - Uptime.now }
      if let left, left <= 0 { return true }
      let timeout = left.map { Int32(min(3600, $0) * 1000) + 1 } ?? -1
      if poll(&watched, 2, timeout) > 0 { return false }
    }
  }
}

/// The monotonic clock.
enum Uptime {
  /// Seconds since an arbitrary start.
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
