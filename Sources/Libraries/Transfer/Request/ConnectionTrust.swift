import Locking

/// Whether the server keeps to the order of requests on a connection, as far as is known by now.
///
/// Bytes that no request asked for may have been taken for the answer of a later request (RFC 9112, 9.3): once there
/// are some, every answer is suspect that came over the connection after its first one.
package final class ConnectionTrust: Sendable, Hashable {
  private enum State { case open, sound, broken }

  private let state = Locked(State.open)

  package init() {}

  /// Whether the answers over the connection are suspect.
  package var isBroken: Bool { state.withLock { $0 == .broken } }

  /// Whether the connection has ended, and its answers are not suspect.
  package var isSound: Bool { state.withLock { $0 == .sound } }

  func noteUnaskedBytes() { state.withLock { $0 = .broken } }

  func noteEnd() { state.withLock { if $0 == .open { $0 = .sound } } }

  package static func == (one: ConnectionTrust, other: ConnectionTrust) -> Bool { one === other }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
