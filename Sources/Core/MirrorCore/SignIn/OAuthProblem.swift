import Foundation
import ProviderKit
import WebText

/// Why a site refuses a signed request, in the words of the OAuth problem reporting extension
/// (http://wiki.oauth.net/ProblemReporting), which Flickr uses: `oauth_problem=signature_invalid&…`. RFC 5849
/// defines none.
struct OAuthProblem {
  private let name: String
  /// Seconds since 1970 at the site; nil if it does not say.
  private let time: Int64?

  /// Nil if the answer is no such refusal.
  init?(_ answer: SiteAnswer) {
    guard [400, 401, 403].contains(answer.status),
      let name = FormFields(answer.body)["oauth_problem"], !name.isEmpty
    else { return nil }
    self.name = name
    time = answer.headers["date"].flatMap(HTTPDate.seconds)
  }

  /// - Parameter now: Seconds since 1970.
  func failure(for provider: String, now: Int64) -> ProviderFailure {
    let login = "photomirror login \(provider)"
    switch name {
    case "timestamp_refused": return refusedTime(now)
    case "nonce_used":
      return ProviderFailure(.retryLater, "the site has seen this request's number before")
    case "signature_invalid":
      return ProviderFailure(
        .setting, "the site refuses the signature",
        hint: "check the secret that belongs to the key, and sign in again with \(login)")
    case "consumer_key_unknown", "consumer_key_rejected", "consumer_key_refused":
      return ProviderFailure(.setting, "the site does not accept the key", hint: "check the key")
    case "token_rejected", "token_revoked", "token_expired", "permission_denied", "token_used":
      return ProviderFailure(
        .setting, "the sign-in is not valid any more", hint: "sign in again with \(login)")
    case "verifier_invalid", "permission_unknown":
      return ProviderFailure(
        .setting, "the site does not accept the code",
        hint: "run \(login) again: a code is valid once, for a short time")
    default:
      return ProviderFailure(
        .setting, "the site refuses the signed request: \(name.cleaned(to: 80))",
        hint: "sign in again with \(login)")
    }
  }

  private func refusedTime(_ now: Int64) -> ProviderFailure {
    let hint = "set this computer's clock, for example by turning on its synchronization"
    guard let time, abs(time - now) > 1 else {
      return ProviderFailure(
        .setting, "the site refuses the time in the signature", hint: hint)
    }
    let (ahead, seconds) = (now > time, abs(now - time))
    return ProviderFailure(
      .setting,
      "this computer's clock is \(seconds) seconds \(ahead ? "ahead of" : "behind") the site's, which "
        + "refuses the signature for that", hint: hint)
  }
}

/// The fields of a body of the type application/x-www-form-urlencoded; of equal names the first.
struct FormFields {
  private let values: [String: String]

  init(_ body: [UInt8]) {
    var values: [String: String] = [:]
    // An answer is short; a page of HTML is not searched to its end.
    let text = String(decoding: body.prefix(16 << 10), as: UTF8.self)
    for pair in text.trimmingCharacters(in: .whitespacesAndNewlines).split(separator: "&") {
      let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard halves.count == 2, let name = Self.decoded(halves[0]), values[name] == nil else {
        continue
      }
      values[name] = Self.decoded(halves[1])
    }
    self.values = values
  }

  subscript(name: String) -> String? { values[name] }

  private static func decoded(_ text: Substring) -> String? {
    text.replacing("+", with: " ").removingPercentEncoding
  }
}
