import CMicrohttpd
import Glibc

/// Passes a body to libmicrohttpd piece by piece, at the configured rate, and simulates faults.
///
/// Used by one connection's thread.
final class BodyReader {
  private let stream: Response.Stream
  private let socket: Int32
  private let pace: Pace
  private let started = Uptime.now

  /// The settings for all bodies of a daemon.
  struct Pace: Sendable {
    /// Bytes per second and connection; nil for no limit.
    let rate: Int?
    let halt: Halt
    /// Called with the size of each piece, on the connection's thread.
    let didSend: @Sendable (Int) -> Void
  }

  init(_ stream: Response.Stream, socket: Int32, pace: Pace) {
    self.stream = stream
    self.socket = socket
    self.pace = pace
  }

  /// Copies the bytes from `position` on into `buffer`.
  /// - Returns: the number of bytes, or one of libmicrohttpd's codes for the end.
  func read(at position: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    var limit = stream.range.count
    if stream.fault != nil { limit = min(limit, stream.sentBeforeFault) }
    guard position < limit else { return end() }
    var count = min(buffer.count, limit - position)
    if let rate = pace.rate {
      // 20 pieces a second look smooth.
      count = min(count, max(1, rate / 20))
      let due = started + Double(position) / Double(rate)
      guard pace.halt.wait(until: due, client: socket) else { return body_breaks }
    }
    let first = stream.range.lowerBound + position
    stream.bytes.withUnsafeBytes {
      buffer.copyMemory(from: .init(rebasing: $0[first..<first + count]))
    }
    pace.didSend(count)
    return count
  }

  private func end() -> Int {
    switch stream.fault {
    case nil: return body_ends
    case .reset: resetConnection()
    case .stall: _ = pace.halt.wait(until: nil, client: socket)
    default: break
    }
    return body_breaks
  }

  /// Connecting to AF_UNSPEC dissolves a connection at once, with RST instead of FIN (connect(2)).
  private func resetConnection() {
    var nowhere = sockaddr()
    nowhere.sa_family = sa_family_t(AF_UNSPEC)
    _ = connect(socket, &nowhere, socklen_t(MemoryLayout<sockaddr>.size))
  }
}
