/// Why a server could not be reached, or did not do what a statement says.
package struct ServerError: Error, Sendable, Hashable {
  /// The kinds of failures that callers handle differently.
  package enum Kind: Sendable, Hashable {
    /// The address of the server is invalid.
    case address
    /// libpq is not installed, or too old.
    case library
    /// There is no connection, or it ended: another attempt may succeed.
    case connection
    /// The server refuses the user, the database or the encryption.
    case access
    /// Another transaction was in the way: the same one may succeed (SQLSTATE 40001, 40P01).
    case conflict
    /// Another session holds a lock for longer than this one waits (55P03).
    case locked
    /// No space, no memory, too many connections (class 53).
    case resources
    /// A statement that the server rejects.
    case statement
  }

  /// The kind, by which the caller decides whether another attempt may succeed.
  package let kind: Kind
  /// A sentence in lower case without a period; it names the server, and contains no password.
  package let message: String
  /// The server's code (https://www.postgresql.org/docs/current/errcodes-appendix.html); nil without an answer.
  package let state: String?

  package init(_ kind: Kind, _ message: String, state: String? = nil) {
    (self.kind, self.message, self.state) = (kind, message, state)
  }

  /// The kind of an error with a SQLSTATE.
  static func kind(ofState state: String) -> Kind {
    switch state {
    // The server shuts down, was shut down after a crash, or does not accept connections yet.
    case "57P01", "57P02", "57P03": .connection
    case "40001", "40P01": .conflict
    case "55P03": .locked
    case "42501", "3D000": .access
    case _ where state.hasPrefix("08"): .connection
    case _ where state.hasPrefix("28"): .access
    case _ where state.hasPrefix("53"): .resources
    default: .statement
    }
  }
}
