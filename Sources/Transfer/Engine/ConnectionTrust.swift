import Locking

/// Whether the server keeps to the order of requests on a connection, as far as is known by now.
///
/// Bytes that no request asked for may have been taken for the answer of a later request (RFC 9112, 9.3): once there
/// are some, every answer is suspect that came over the connection after its first one.
package final class ConnectionTrust: Sendable, Hashable {
  private let broken = Locked(false)

  package init() {}

  /// Whether the answers over the connection are suspect.
  package var isBroken: Bool { broken.withLock(\.self) }

  package func noteUnaskedBytes() { broken.withLock { $0 = true } }

  package static func == (one: ConnectionTrust, other: ConnectionTrust) -> Bool { one === other }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
