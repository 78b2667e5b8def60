/// Why the server does not run.
struct ServerError: Error {
  /// A sentence in lower case without a period.
  let message: String

  init(_ message: String) { self.message = message }
}
