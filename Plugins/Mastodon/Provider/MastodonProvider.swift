import ProviderKit

/// Accounts and tags of servers with Mastodon's API, such as Mastodon and Pixelfed.
public struct MastodonProvider: PhotoProvider {
  static let pageLength = 40

  public let manifest = Manifest(
    name: "mastodon", version: "0.1.0",
    summary: "accounts and tags of Mastodon and Pixelfed servers",
    sources: [
      .init(usage: "NAME@HOST", summary: "the pictures of an account, without boosts"),
      .init(usage: "NAME@HOST?replies=no&tag=TAG", summary: "without replies; only of a tag"),
      .init(usage: "tag/TAG@HOST", summary: "the pictures with a tag that a server knows"),
    ],
    settings: [
      .init(
        name: "token", summary: "an access token, which some servers and Pixelfed require",
        isSecret: true),
      .init(
        name: "token-host",
        summary: "host of the server that gave the token; no other server gets it"),
      .init(
        name: "server", summary: "address of the server, if it is not https:// and the host's name"),
    ],
    addresses: ["https://mastodon.social/@NAME"], sizes: ["Small", "Original"],
    // 300 pages in 15 minutes (rack_attack.rb of the server).
    limits: [SiteLimit(requests: 1200, per: .hour)])

  /// The provider, without state.
  public init() {}

  public func selector(claiming address: String) throws -> String? {
    guard let match = address.wholeMatch(of: /https?:\/\/([^\/@?#]+)\/@([\w.-]+)\/?/) else {
      return nil
    }
    // Other sites have such addresses as well.
    let host = match.1.lowercased()
    guard ["mastodon", "pixelfed", "mstdn"].contains(where: host.contains) else { return nil }
    return "\(match.2)@\(host)"
  }

  public func resolveRequest(for query: PageQuery) throws -> RequestDescription? {
    let source = try MastodonSource(query)
    guard case .account(let name) = source.kind else { return nil }
    return source.request("accounts/lookup", [.init("acct", name)])
  }

  public func resolution(from answer: Answer, for query: PageQuery) throws -> Resolution {
    let account = try MastodonAnswer.value(answer)
    guard let id = account["id"].string, id.isName(), id.allSatisfy(\.isLetterOrDigit) else {
      throw ProviderFailure(.malformed, "the account has no id")
    }
    return Resolution(value: id, name: account["display_name"].string)
  }

  public func pageRequest(for query: PageQuery) throws -> RequestDescription {
    let source = try MastodonSource(query)
    var parameters = [RequestDescription.Parameter("only_media", "true")]
    if let cursor = query.cursor {
      guard cursor.isName(), cursor.allSatisfy(\.isLetterOrDigit) else {
        throw ProviderFailure(.malformed, "the listing has no such page")
      }
      parameters.append(.init("max_id", cursor))
    }
    parameters.append(.init("limit", "\(length(query))"))
    switch source.kind {
    case .tag(let tag): return source.request("timelines/tag/\(tag)", parameters)
    case .account:
      guard let id = query.resolved, id.allSatisfy(\.isLetterOrDigit) else {
        throw ProviderFailure(.source, "the account was not looked up")
      }
      parameters.append(.init("exclude_reblogs", "true"))
      if source.excludesReplies { parameters.append(.init("exclude_replies", "true")) }
      if let tag = source.tag { parameters.append(.init("tagged", tag)) }
      return source.request("accounts/\(id)/statuses", parameters)
    }
  }

  public func page(from answer: Answer, for query: PageQuery) throws -> Page {
    let source = try MastodonSource(query)
    guard case .array(let statuses) = try MastodonAnswer.value(answer) else {
      throw ProviderFailure(.malformed, "the answer is not a list of posts")
    }
    // A server knows of other servers' posts with a tag only what reached it.
    var isTag = false
    if case .tag = source.kind { isTag = true }
    var page = Page(photos: [], extent: isTag ? .window : .complete)
    for (index, status) in statuses.enumerated() {
      guard status["reblog"].isNull else { continue }
      guard let post = MastodonPost(status, host: source.host) else {
        page.refused.append("post \(index + 1) of the page has no id")
        continue
      }
      post.add(to: &page)
    }
    let step = MastodonPaging.step(
      after: statuses, link: answer.headers["link"], cursor: query.cursor, limit: length(query))
    page.close(step, at: query.cursor)
    return page
  }

  private func length(_ query: PageQuery) -> Int {
    min(query.limit ?? Self.pageLength, Self.pageLength)
  }
}

extension Character {
  var isLetterOrDigit: Bool { isASCII && (isLetter || isNumber) }
}
