import ProviderKit

/// The pictures of an account of Bluesky, as the account's own server keeps them: the digest of each is known.
public struct BlueskyProvider: PhotoProvider {
  public let manifest = Manifest(
    name: "bluesky", version: "0.1.0", summary: "accounts of Bluesky",
    sources: [.init(usage: "HANDLE", summary: "the pictures of an account, without reposts")],
    settings: [
      .init(
        name: "api", summary: "address of the interface",
        defaultValue: "https://public.api.bsky.app"),
      .init(
        name: "directory", summary: "address of the directory of accounts",
        defaultValue: "https://plc.directory"),
    ],
    addresses: ["https://bsky.app/profile/HANDLE"], sizes: ["Original"])

  /// The provider, without state.
  public init() {}

  public func selector(claiming address: String) throws -> String? {
    guard let match = address.wholeMatch(of: /https?:\/\/bsky\.app\/profile\/([A-Za-z0-9:.-]+)\/?/)
    else { return nil }
    return String(match.1)
  }

  /// Two look-ups: the account's permanent id, and the server that keeps its pictures.
  public func resolveRequest(for query: PageQuery) throws -> RequestDescription? {
    let actor = try actor(query)
    if let account = query.cursor ?? (actor.hasPrefix("did:") ? actor : nil) {
      return RequestDescription(url: try document(of: account, query))
    }
    return RequestDescription(
      url: try api("com.atproto.identity.resolveHandle", query),
      parameters: [.init("handle", actor)])
  }

  public func resolution(from answer: Answer, for query: PageQuery) throws -> Resolution {
    let value = try BlueskyAnswer.object(answer)
    if let account = value["did"].string, value["service"].isNull {
      guard Self.isAccount(account) else {
        throw ProviderFailure(.malformed, "the account has no id")
      }
      return Resolution(value: nil, next: account)
    }
    guard let account = value["id"].string, Self.isAccount(account),
      let server = value["service"].array.first(where: {
        $0["type"].string == "AtprotoPersonalDataServer"
      })?["serviceEndpoint"].string,
      let origin = server.wholeMatch(of: /(https?:\/\/[A-Za-z0-9.:-]+)\/*/)?.1
    else { throw ProviderFailure(.malformed, "the directory has no server of the account") }
    return Resolution(value: "\(account) \(origin)", name: try actor(query))
  }

  public func pageRequest(for query: PageQuery) throws -> RequestDescription {
    _ = try actor(query)
    let (account, _) = try resolved(query)
    var parameters: [RequestDescription.Parameter] = [
      .init("actor", account), .init("filter", "posts_with_media"),
      .init("limit", "\(min(max(query.limit ?? 100, 1), 100))"),
    ]
    if let cursor = query.cursor { parameters.append(.init("cursor", cursor)) }
    return RequestDescription(
      url: try api("app.bsky.feed.getAuthorFeed", query), parameters: parameters)
  }

  public func page(from answer: Answer, for query: PageQuery) throws -> Page {
    let (account, server) = try resolved(query)
    let value = try BlueskyAnswer.object(answer)
    guard case .array(let feed) = value["feed"] else {
      throw ProviderFailure(.malformed, "the answer has no posts")
    }
    var page = Page(photos: [], extent: .complete)
    for (index, entry) in feed.enumerated() where entry["reason"].isNull {
      let post = BlueskyPost(entry["post"], account: account, server: server)
      guard let post else {
        page.refused.append("post \(index + 1) of the page has no address")
        continue
      }
      if post.isOwn { post.add(to: &page) }
    }
    page.close(Self.step(value["cursor"]), at: query.cursor)
    return page
  }

  /// An answer without a cursor is the last one (https://atproto.com/specs/xrpc#cursors-and-pagination).
  private static func step(_ cursor: JSONValue) -> ListingStep {
    guard let text = cursor.string else {
      return cursor.isNull ? .end : .lost("the answer's cursor is no text")
    }
    return text.isEmpty ? .end : .next(text)
  }

  /// A handle, which is a domain's name, or an id.
  private func actor(_ query: PageQuery) throws -> String {
    let name = query.selector.hasPrefix("@") ? String(query.selector.dropFirst()) : query.selector
    guard
      Self.isAccount(name) || name.wholeMatch(of: /[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+/) != nil,
      name.isName(), query.parameters.isEmpty
    else {
      throw ProviderFailure(
        .source, "\"\(query.selector.cleaned(to: 80))\" is no account of Bluesky",
        hint: "write bluesky:NAME.bsky.social")
    }
    return name
  }

  private static func isAccount(_ text: String) -> Bool {
    text.isName() && text.wholeMatch(of: /did:(plc:[a-z2-7]{24}|web:[A-Za-z0-9.-]+)/) != nil
  }

  private func resolved(_ query: PageQuery) throws -> (account: String, server: String) {
    let parts = (query.resolved ?? "").split(separator: " ").map(String.init)
    guard parts.count == 2, Self.isAccount(parts[0]) else {
      throw ProviderFailure(.source, "the account was not looked up")
    }
    return (parts[0], parts[1])
  }

  private func document(of account: String, _ query: PageQuery) throws -> String {
    guard Self.isAccount(account) else {
      throw ProviderFailure(.source, "there is no such account")
    }
    guard account.hasPrefix("did:plc:") else {
      return "https://\(account.dropFirst(8))/.well-known/did.json"
    }
    return try setting("directory", query) + "/" + account
  }

  private func api(_ method: String, _ query: PageQuery) throws -> String {
    try setting("api", query) + "/xrpc/" + method
  }

  private func setting(_ name: String, _ query: PageQuery) throws -> String {
    guard let address = query.settings[name], address.isWebAddress else {
      throw ProviderFailure(.setting, "bluesky.\(name) is no web address")
    }
    return address.hasSuffix("/") ? String(address.dropLast()) : address
  }
}
