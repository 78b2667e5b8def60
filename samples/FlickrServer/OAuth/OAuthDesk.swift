import Foundation
import Locking

/// Flickr's sign-in for one account, the first photographer's (OAuth 1.0a, RFC 5849): tokens, codes, and the
/// check of signatures.
struct OAuthDesk: Sendable {
  /// The secret of every key.
  static let secret = "demo-secret"
  /// Seconds that a request's time may differ from the server's.
  private static let tolerance = 300

  private struct State {
    /// Request tokens with their secrets and codes, then access tokens with their secrets.
    var pending: [String: (secret: String, code: String)] = [:]
    var tokens: [String: String] = [:]
    var seen: Set<String> = []
    var issued = 0
    var signedCalls = 0
  }

  private let state = Locked(State())
  /// After how many signed calls all tokens are revoked; nil for never.
  private let revokeAfter: Int?

  init(revokeAfter: Int?) { self.revokeAfter = revokeAfter }

  /// Why a request is not accepted; the names are Flickr's.
  enum Problem: Error {
    case refused(String)
    /// The token is not valid any more: the API says so in its own words.
    case revoked

    var response: Response {
      let name = if case .refused(let name) = self { name } else { "token_rejected" }
      return .text(401, "oauth_problem=\(name)", type: OAuthDesk.form)
    }
  }

  /// The account that signed a call; nil for a call without a signature, or with one of a program alone.
  func account(of request: Request) throws(Problem) -> Photographer? {
    guard let own = OAuthHeader(request) else { return nil }
    guard let token = own["oauth_token"] else {
      try check(own, request, tokenSecret: "")
      return nil
    }
    let (secret, isRevoked) = state.withLock { state in
      state.signedCalls += 1
      return (state.tokens[token], revokeAfter.map { state.signedCalls > $0 } ?? false)
    }
    guard let secret, !isRevoked else { throw .revoked }
    try check(own, request, tokenSecret: secret)
    return Photographer.all[0]
  }

  /// Answers a step of the sign-in.
  func answer(_ request: Request) -> Response {
    do throws(Problem) {
      switch request.path {
      case "/services/oauth/request_token": return try requestToken(request)
      case "/services/oauth/access_token": return try accessToken(request)
      default: return page(request)
      }
    } catch {
      return error.response
    }
  }

  private func requestToken(_ request: Request) throws(Problem) -> Response {
    let own = try header(request)
    guard own["oauth_callback"] == "oob" else { throw .refused("parameter_absent") }
    try check(own, request, tokenSecret: "")
    let (token, secret) = state.withLock { state in
      state.issued += 1
      let (token, secret) = ("72157720000000000-\(state.issued)", "request&secret\(state.issued)")
      state.pending[token] = (secret, "\(100 + state.issued % 900)-456-789")
      return (token, secret)
    }
    return written([
      ("oauth_callback_confirmed", "true"), ("oauth_token", token), ("oauth_token_secret", secret),
    ])
  }

  /// The page that a person sees after agreeing.
  private func page(_ request: Request) -> Response {
    let token = request.arguments["oauth_token"] ?? ""
    guard let code = state.withLock({ $0.pending[token]?.code }),
      request.arguments["perms"] == "read"
    else { return .text(404, Site.html) }
    return .text(200, "<html><body><p>Type this code: <b>\(code)</b></p></body></html>\n")
  }

  private func accessToken(_ request: Request) throws(Problem) -> Response {
    let own = try header(request)
    let token = own["oauth_token"] ?? ""
    guard let pending = state.withLock({ $0.pending[token] }) else {
      throw .refused("token_rejected")
    }
    try check(own, request, tokenSecret: pending.secret)
    guard own["oauth_verifier"] == pending.code else { throw .refused("verifier_invalid") }
    let (access, secret) = state.withLock { state in
      state.pending[token] = nil
      state.issued += 1
      let (access, secret) = ("access-\(state.issued)", "access&secret=\(state.issued)")
      state.tokens[access] = secret
      return (access, secret)
    }
    let owner = Photographer.all[0]
    return written([
      ("fullname", owner.realName ?? ""), ("oauth_token", access), ("oauth_token_secret", secret),
      ("user_nsid", owner.nsid), ("username", owner.username),
    ])
  }

  private func header(_ request: Request) throws(Problem) -> OAuthHeader {
    guard let own = OAuthHeader(request) else { throw .refused("parameter_absent") }
    return own
  }

  private func check(
    _ own: OAuthHeader, _ request: Request, tokenSecret: String
  ) throws(Problem) {
    func need(_ isTrue: Bool, _ name: String) throws(Problem) {
      guard isTrue else { throw .refused(name) }
    }
    let isKnown = own["oauth_signature_method"] == "HMAC-SHA1" && own["oauth_version"] == "1.0"
    try need(isKnown, "signature_method_rejected")
    try need(Call.isKey(own["oauth_consumer_key"] ?? ""), "consumer_key_unknown")
    let (now, time) = (Int(Date().timeIntervalSince1970), Int(own["oauth_timestamp"] ?? "") ?? 0)
    try need((now - Self.tolerance...now + Self.tolerance).contains(time), "timestamp_refused")
    let nonce = own["oauth_nonce"] ?? ""
    let isNew = !nonce.isEmpty && state.withLock { $0.seen.insert("\(time) \(nonce)").inserted }
    try need(isNew, "nonce_used")
    let signature = own.signature(of: request, tokenSecret: tokenSecret)
    try need(own["oauth_signature"] == signature, "signature_invalid")
  }

  private static let form = "text/plain;charset=UTF-8"

  private func written(_ fields: [(String, String)]) -> Response {
    let pairs = fields.map { "\($0.0)=\(OAuthHeader.encode($0.1))" }
    return .text(200, pairs.joined(separator: "&"), type: Self.form)
  }
}
