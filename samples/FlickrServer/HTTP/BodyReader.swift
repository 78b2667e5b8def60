import CMicrohttpd
import Glibc

/// Hands a body to libmicrohttpd piece by piece, at the rate asked for, and lets it end as badly as
/// asked for.
///
/// Used by one connection's thread alone.
final class BodyReader {
  private let stream: Response.Stream
  private let socket: Int32
  private let pace: Pace
  private let started = Uptime.now

  /// What a daemon does to all of its bodies.
  struct Pace: Sendable {
    /// Bytes per second and connection; nil: as fast as it goes.
    let rate: Int?
    let halt: Halt
    /// Told of each piece how many bytes it has, on the connection's thread.
    let didSend: @Sendable (Int) -> Void
  }

  init(_ stream: Response.Stream, socket: Int32, pace: Pace) {
    self.stream = stream
    self.socket = socket
    self.pace = pace
  }

  /// Puts what follows the first `position` bytes into `buffer`; gives how many bytes that is, or
  /// one of libmicrohttpd's codes for an end.
  func read(at position: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    var limit = stream.range.count
    if stream.fault != nil { limit = min(limit, stream.sentBeforeFault) }
    guard position < limit else { return end() }
    var count = min(buffer.count, limit - position)
    if let rate = pace.rate {
      // 20 pieces a second look even to a person.
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

  /// Connecting to no address dissolves a connection at once, by RST instead of FIN (connect(2)).
  private func resetConnection() {
    var nowhere = sockaddr()
    nowhere.sa_family = sa_family_t(AF_UNSPEC)
    _ = connect(socket, &nowhere, socklen_t(MemoryLayout<sockaddr>.size))
  }
}
