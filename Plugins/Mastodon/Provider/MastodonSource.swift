import ProviderKit
import WebText

/// The server and the listing that a selector names.
struct MastodonSource {
  enum Kind {
    case account(String)
    case tag(String)
  }

  let kind: Kind
  let host: String
  private let server: String
  let excludesReplies: Bool
  let tag: String?
  /// Whether the user named this server as the one of the token: a mirror that somebody else made may name any.
  private let getsToken: Bool

  /// - Throws: ``ProviderFailure`` with `.source`.
  init(_ query: PageQuery) throws {
    let selector = query.selector.hasPrefix("@") ? query.selector.dropFirst() : query.selector[...]
    guard
      let match = selector.wholeMatch(
        of: /(tag\/)?([\p{L}\p{N}_.-]{1,100})@([A-Za-z0-9.-]+(?::\d{1,5})?)/)
    else {
      throw ProviderFailure(
        .source, "\"\(query.selector.cleaned(to: 80))\" is no account or tag of a server",
        hint: "write mastodon:NAME@HOST or mastodon:tag/TAG@HOST")
    }
    let name = String(match.2)
    guard match.1 == nil || !name.contains(where: { ".-".contains($0) }) else {
      throw ProviderFailure(.source, "a tag has only letters, digits and _")
    }
    kind = match.1 == nil ? .account(name) : .tag(name)
    host = match.3.lowercased()
    let address = query.settings["server"] ?? "https://\(host)"
    guard address.isWebAddress else {
      throw ProviderFailure(.setting, "mastodon.server is no web address")
    }
    server = address.hasSuffix("/") ? String(address.dropLast()) : address
    getsToken =
      query.settings["server"] != nil || query.settings["token-host"]?.lowercased() == host
    for name in query.parameters.keys where !["replies", "tag"].contains(name) {
      throw ProviderFailure(.source, "there is no parameter \"\(name.cleaned(to: 80))\"")
    }
    excludesReplies = query.parameters["replies"] == "no"
    tag = query.parameters["tag"]
  }

  func request(
    _ path: String, _ parameters: [RequestDescription.Parameter]
  ) -> RequestDescription {
    RequestDescription(
      url: "\(server)/api/v1/\(path.percentEncoded(keeping: "/"))", parameters: parameters,
      authorization: getsToken
        ? Authorization(.bearer, token: "token", isOptional: true) : nil)
  }
}
