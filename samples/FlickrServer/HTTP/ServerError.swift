import Glibc

/// Why the server does not run.
struct ServerError: Error {
  /// A sentence in lower case without a period.
  let message: String

  init(_ message: String) { self.message = message }
}

/// The system's words for an `errno`.
func describe(_ code: Int32) -> String { String(cString: strerror(code)) }
