import ProviderKit

/// The answers of the AT Protocol.
enum BlueskyAnswer {
  /// - Throws: ``ProviderFailure``, with the server's message if it refused.
  static func object(_ answer: Answer) throws -> JSONValue {
    guard (200...299).contains(answer.status) else {
      let value = try? JSONValue(parsing: answer.body)
      let said = (value?["message"].string ?? value?["error"].string)?.cleaned(to: 200)
      throw ProviderFailure(
        .source,
        "the server answers with HTTP status \(answer.status)" + (said.map { ": \($0)" } ?? ""),
        code: answer.status)
    }
    let value = try JSONValue(parsing: answer.body)
    guard case .object = value else { throw ProviderFailure(.malformed, "the answer is no object") }
    return value
  }
}
