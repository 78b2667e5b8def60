/// The photos that a public feed shows (https://www.flickr.com/services/feeds/).
enum FeedSubject {
  /// Nil if there is no such feed, account, group or album.
  static func filter(_ feed: String, _ arguments: [String: String]) -> ((Photo) -> Bool)? {
    let account = arguments["nsid"] ?? arguments["id"]
    let user = Photographer.all.first { $0.nsid == account }
    switch feed {
    case "photos_public":
      guard account == nil || user != nil else { return nil }
      let tags = (arguments["tags"] ?? "").split(separator: ",").map(String.init)
      let needsAll = arguments["tagmode"] != "any"
      return { photo in
        let found = tags.filter(photo.tags.contains)
        return (account == nil || photo.owner.nsid == account)
          && (tags.isEmpty || (needsAll ? found.count == tags.count : !found.isEmpty))
      }
    case "photos_faves": return user.map { user in { user.hasFavorite($0) } }
    case "groups_pool":
      return Group.all.first { $0.nsid == arguments["id"] }.map { group in { group.contains($0) } }
    case "photoset":
      guard let album = Album(id: arguments["set"] ?? ""), album.owner.nsid == account else {
        return nil
      }
      return { album.contains($0) }
    default: return nil
    }
  }
}
