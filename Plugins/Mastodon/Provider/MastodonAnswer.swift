import ProviderKit

/// The answers of a server with Mastodon's API.
enum MastodonAnswer {
  /// The JSON of an answer.
  /// - Throws: ``ProviderFailure``, with the server's message if it refused.
  static func value(_ answer: Answer) throws -> JSONValue {
    if (200...299).contains(answer.status) {
      let value = try JSONValue(parsing: answer.body)
      if case .object = value, let message = value["error"].string {
        throw ProviderFailure(.source, "the server answers: \(message.cleaned(to: 200))")
      }
      return value
    }
    let said = (try? JSONValue(parsing: answer.body))?["error"].string?.cleaned(to: 200)
    let message =
      "the server answers with HTTP status \(answer.status)" + (said.map { ": \($0)" } ?? "")
    switch answer.status {
    case 401, 403:
      throw ProviderFailure(
        .setting, message, code: answer.status,
        hint: "the server requires an access token: set mastodon.token and mastodon.token-host")
    default: throw ProviderFailure(.source, message, code: answer.status)
    }
  }
}
