import Foundation
import ProviderKit
import Redaction
import WebText

/// Signs a user in at a site by OAuth 1.0a with a code that the user types (RFC 5849, section 2;
/// `oauth_callback=oob`): what a terminal on a server can do, since no browser needs to reach it.
///
/// The provider says where and with which settings; it sees neither token nor code.
package struct SignInClient: Sendable {
  /// A sign-in that waits for the user's code.
  package struct Pending: Sendable {
    /// The page on which the user agrees and gets a code.
    package let page: String
    let token: String
    let tokenSecret: String
  }

  /// What a sign-in gives.
  package struct Result: Sendable, Hashable {
    /// The token of the account, which is a secret.
    package let token: String
    /// The secret with which requests with the token are signed.
    package let tokenSecret: String
    /// The account, as far as the site says.
    package let account: Account
  }

  private let provider: String
  private let signIn: SignIn
  private let endpoint: String
  private let key: String
  private let secret: String
  private let network: any Network

  /// - Throws: ``ProviderFailure`` with `.unsupported` if the provider has no sign-in, or with `.setting` if a
  ///   setting has no value.
  package init(
    _ manifest: Manifest, settings: [String: String], secrets: [String: String],
    network: any Network
  ) throws(ProviderFailure) {
    guard let signIn = manifest.signIn else {
      throw ProviderFailure(.unsupported, "\(manifest.name) has no sign-in")
    }
    let values = settings.merging(secrets) { $1 }
    func value(_ name: String?) throws(ProviderFailure) -> String {
      guard let name, let value = values[name], !value.isEmpty else {
        let setting = manifest.settings.first { $0.name == name }
        let variable = setting?.environment.map { " or the environment variable \($0)" } ?? ""
        throw ProviderFailure(
          .setting, "a sign-in needs \(manifest.name).\(name ?? "")",
          hint: "give it with --set-file \(manifest.name).\(name ?? "")=PATH\(variable)")
      }
      return value
    }
    (provider, self.signIn, self.network) = (manifest.name, signIn, network)
    endpoint = try value(signIn.endpoint)
    key = try value(signIn.authorization.key)
    secret = try value(signIn.authorization.secret)
  }

  /// Asks the site for a page on which the user agrees.
  /// - Throws: ``ProviderFailure`` or ``FetchError``.
  package func begin() async throws -> Pending {
    let own = OAuthCredentials(
      key: key, secret: secret, parameters: ["oauth_callback": "oob"])
    let fields = try await ask("request_token", own)
    guard fields["oauth_callback_confirmed"] == "true", let token = fields["oauth_token"],
      let tokenSecret = fields["oauth_token_secret"], token.isName(), !tokenSecret.isEmpty
    else { throw unreadable("request_token") }
    let parameters = signIn.parameters.merging(["oauth_token": token]) { $1 }
    let query = parameters.sorted { $0.key < $1.key }
      .map { "\($0.key.percentEncoded())=\($0.value.percentEncoded())" }
    return Pending(
      page: "\(endpoint)authorize?\(query.joined(separator: "&"))", token: token,
      tokenSecret: tokenSecret)
  }

  /// Exchanges the user's code for a token.
  /// - Throws: ``ProviderFailure`` or ``FetchError``.
  package func finish(_ pending: Pending, code: String) async throws -> Result {
    let own = OAuthCredentials(
      key: key, secret: secret, token: pending.token, tokenSecret: pending.tokenSecret,
      parameters: ["oauth_verifier": code])
    let fields = try await ask("access_token", own)
    guard let token = fields["oauth_token"], let tokenSecret = fields["oauth_token_secret"],
      token.isName(), tokenSecret.isName()
    else { throw unreadable("access_token") }
    return Result(
      token: token, tokenSecret: tokenSecret,
      account: Account(
        id: (fields["user_nsid"] ?? "").cleaned(to: 200),
        name: (fields["username"] ?? "").cleaned(to: 200)))
  }

  private func ask(_ step: String, _ own: OAuthCredentials) async throws -> FormFields {
    var request = SiteRequest(url: endpoint + step)
    request.credentials = .oauth1(own)
    request.maximumBytes = 64 << 10
    request.secrets = [key] + Credentials.oauth1(own).secrets
    let answer = try await network.answer(to: request)
    if let problem = OAuthProblem(answer) {
      throw problem.failure(for: provider, now: Int64(Date().timeIntervalSince1970))
    }
    guard (200...299).contains(answer.status) else { throw unreadable(step, answer.status) }
    return FormFields(answer.body)
  }

  private func unreadable(_ step: String, _ status: Int? = nil) -> ProviderFailure {
    let status = status.map { " (HTTP status \($0))" } ?? ""
    return ProviderFailure(
      .malformed, "the site's answer to \(step) holds no token\(status)",
      hint: "check the setting \(provider).\(signIn.endpoint)")
  }
}
