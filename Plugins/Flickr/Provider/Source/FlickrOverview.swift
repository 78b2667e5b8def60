import ProviderKit

/// What an account has, step by step: its photos, albums, galleries, groups.
enum FlickrOverview: Hashable {
  case account
  case directory(FlickrDirectory, cursor: String?)
  case groups

  /// - Throws: ``ProviderFailure`` with `.source` for a cursor of something else.
  init(_ cursor: String?) throws(ProviderFailure) {
    let halves = (cursor ?? "account").split(
      separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    let rest = halves.dropFirst().first.map(String.init)
    switch halves[0] {
    case "account" where rest == nil: self = .account
    case "albums": self = .directory(.albums, cursor: rest)
    case "galleries": self = .directory(.galleries, cursor: rest)
    case "groups" where rest == nil: self = .groups
    default: throw ProviderFailure(.source, "\"\(cursor ?? "")\" is not a page of this list")
    }
  }

  /// The account whose sources are listed.
  /// - Throws: ``ProviderFailure`` with `.source` if the query names no account.
  static func account(in query: PageQuery) throws(ProviderFailure) -> String {
    let source = try FlickrSource(query)
    guard let name = source.name, case .user = source else {
      throw ProviderFailure(
        .source, "flickr:\(query.selector) is not an account",
        hint: "use flickr:user/NAME to see what an account has")
    }
    guard !FlickrAccount.isNSID(name) else { return name }
    guard let resolved = query.resolved else {
      throw ProviderFailure(.source, "the name \"\(name)\" was not looked up")
    }
    return resolved
  }

  func call(of account: String, isSignedIn: Bool) throws(ProviderFailure) -> (
    method: String, arguments: [(String, String)]
  ) {
    switch self {
    case .account: return ("flickr.people.getInfo", [("user_id", account)])
    case .groups: return ("flickr.people.getPublicGroups", [("user_id", account)])
    case .directory(let directory, let cursor):
      let paging = directory.paging(at: try FlickrDirectoryCursor(cursor))
      return (directory.method(isSignedIn: isSignedIn), directory.arguments(of: account) + paging)
    }
  }

  /// A page of listings; its cursor leads to the next step.
  func page(_ answer: JSONValue, of account: String) throws(ProviderFailure) -> Page {
    switch self {
    case .account: return person(answer["person"], account)
    case .groups: return groups(answer["groups"])
    case .directory(let directory, let cursor):
      var page = try FlickrDirectoryAnswer(
        answer, of: directory, owner: account, at: try FlickrDirectoryCursor(cursor)
      ).page()
      page.listings.removeAll { $0.kind == "user" }
      let name = directory == .albums ? "albums" : "galleries"
      page.next = page.next.map { "\(name) \($0)" } ?? (name == "albums" ? "galleries" : "groups")
      return page
    }
  }

  private func person(_ person: JSONValue, _ account: String) -> Page {
    let count = person["photos"]["count"].int
    let name = person["username"].string ?? ""
    return Page(
      photos: [], next: "albums",
      listings: [
        ListedSource(selector: "user/\(account)", kind: "photos", title: name, count: count),
        ListedSource(selector: "favorites/\(account)", kind: "favorites", title: name),
        ListedSource(selector: "person/\(account)", kind: "photos-of", title: name),
      ])
  }

  private func groups(_ groups: JSONValue) -> Page {
    let listed: [ListedSource] = groups["group"].array.compactMap { group in
      guard let id = group["nsid"].string ?? group["id"].string, FlickrAccount.isNSID(id) else {
        return nil
      }
      return ListedSource(
        selector: "group/\(id)", kind: "group", title: group["name"].string ?? "",
        count: group["pool_count"].int)
    }
    return Page(photos: [], listings: listed)
  }
}
