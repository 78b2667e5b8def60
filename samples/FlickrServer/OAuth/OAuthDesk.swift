import Digests
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
    var issued: UInt64 = 0
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
      guard case .refused(let name) = error else { return Self.problem("token_rejected") }
      return Self.problem(name)
    }
  }

  static func problem(_ name: String) -> Response {
    .text(401, "oauth_problem=\(name)", type: "text/plain;charset=UTF-8")
  }

  private func requestToken(_ request: Request) throws(Problem) -> Response {
    let own = try header(request)
    guard own["oauth_callback"] == "oob" else { throw .refused("parameter_absent") }
    try check(own, request, tokenSecret: "")
    let (token, secret) = state.withLock { state in
      state.issued += 1
      let token = "72157720000000000-\(state.issued)"
      let code = "\(100 + state.issued % 900)-456-789"
      state.pending[token] = ("request&secret\(state.issued)", code)
      return (token, "request&secret\(state.issued)")
    }
    return form([
      ("oauth_callback_confirmed", "true"), ("oauth_token", token),
      ("oauth_token_secret", secret),
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
      let access = "access-\(state.issued)"
      state.tokens[access] = "access&secret=\(state.issued)"
      return (access, "access&secret=\(state.issued)")
    }
    let owner = Photographer.all[0]
    return form([
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
    guard own["oauth_signature_method"] == "HMAC-SHA1", own["oauth_version"] == "1.0" else {
      throw .refused("signature_method_rejected")
    }
    guard Call.isKey(own["oauth_consumer_key"] ?? "") else {
      throw .refused("consumer_key_unknown")
    }
    guard let time = own["oauth_timestamp"].flatMap({ Int($0) }),
      abs(time - Int(Date().timeIntervalSince1970)) <= Self.tolerance
    else { throw .refused("timestamp_refused") }
    let nonce = "\(time) \(own["oauth_nonce"] ?? "")"
    guard own["oauth_nonce"]?.isEmpty == false, state.withLock({ $0.seen.insert(nonce).inserted })
    else { throw .refused("nonce_used") }
    guard own["oauth_signature"] == own.signature(of: request, tokenSecret: tokenSecret) else {
      throw .refused("signature_invalid")
    }
  }

  private func form(_ fields: [(String, String)]) -> Response {
    let pairs = fields.map { "\($0.0)=\(OAuthHeader.encode($0.1))" }
    return .text(200, pairs.joined(separator: "&"), type: "text/plain;charset=UTF-8")
  }
}
