import ProviderKit

/// A listing of listings: the albums, galleries, collections or contacts of an account.
enum FlickrDirectory: Hashable {
  /// In the order of their owner, and then all photos, for those that are in none.
  case albums
  case galleries
  case contacts
  /// A collection of albums; `0` is what contains all of an account.
  case collection(String)

  func method(isSignedIn: Bool) -> String {
    switch self {
    case .albums: "flickr.photosets.getList"
    case .galleries: "flickr.galleries.getList"
    case .contacts: isSignedIn ? "flickr.contacts.getList" : "flickr.contacts.getPublicList"
    case .collection: "flickr.collections.getTree"
    }
  }

  func arguments(of account: String) -> [(String, String)] {
    if case .collection(let id) = self { return [("collection_id", id), ("user_id", account)] }
    return [("user_id", account)]
  }

  /// The arguments for a page.
  func paging(at cursor: FlickrDirectoryCursor) -> [(String, String)] {
    switch self {
    case .albums: [("per_page", "\(FlickrCursor.photosPerPage)"), ("page", "\(cursor.number)")]
    // Flickr's greatest page length of contacts.
    case .contacts: [("per_page", "1000"), ("page", "\(cursor.number)")]
    case .galleries:
      [
        ("per_page", "\(FlickrCursor.photosPerPage)"), ("continuation", cursor.continuation ?? "0"),
        ("short_limit", "0"),
      ]
    case .collection: []
    }
  }

  /// `1234-72157600000000000`, or the second half alone.
  static func isCollection(_ text: String) -> Bool {
    let halves = text.split(separator: "-", omittingEmptySubsequences: false)
    return halves.count <= 2 && halves.allSatisfy { FlickrAddress.isNumber(String($0)) }
  }
}

/// A page of a directory: `2`, or `+TEXT` with Flickr's own continuation.
struct FlickrDirectoryCursor {
  private(set) var number = 1
  private(set) var continuation: String?

  /// - Throws: ``ProviderFailure`` with `.source` if the text is not a form of a directory.
  init(_ cursor: String?) throws(ProviderFailure) {
    guard let cursor else { return }
    if cursor.first == "+", cursor.count > 1 {
      continuation = String(cursor.dropFirst())
    } else if let number = Int(cursor), (1...FlickrCursor.lastPage).contains(number) {
      self.number = number
    } else {
      throw ProviderFailure(.source, "\"\(cursor)\" is not the number of a page")
    }
  }
}

/// The answer of a call that lists listings.
struct FlickrDirectoryAnswer {
  private let answer: JSONValue
  private let directory: FlickrDirectory
  private let owner: String
  private let cursor: FlickrDirectoryCursor

  init(
    _ answer: JSONValue, of directory: FlickrDirectory, owner: String,
    at cursor: FlickrDirectoryCursor
  ) {
    (self.answer, self.directory, self.owner, self.cursor) = (answer, directory, owner, cursor)
  }

  /// - Throws: ``ProviderFailure`` with `.malformed` if there is no list in the answer.
  func page() throws(ProviderFailure) -> Page {
    let container = try container
    switch directory {
    case .albums: return albums(container)
    case .galleries: return galleries(container)
    case .contacts: return contacts(container)
    case .collection: return collections(container)
    }
  }

  private var container: JSONValue {
    get throws(ProviderFailure) {
      let name =
        switch directory {
        case .albums: "photosets"
        case .galleries: "galleries"
        case .contacts: "contacts"
        case .collection: "collections"
        }
      // An account without collections has an empty text or list instead of an object.
      if case .collection = directory, answer["collections"] != .null {
        return answer["collections"]
      }
      guard case .object = answer[name] else {
        throw ProviderFailure(
          .malformed, "flickr's answer to \(directory.method(isSignedIn: false)) has no \(name)")
      }
      return answer[name]
    }
  }

  private func albums(_ content: JSONValue) -> Page {
    var page = Page(photos: [], next: next(of: content), extent: .complete)
    let before = (cursor.number - 1) * FlickrCursor.photosPerPage
    for (index, entry) in content["photoset"].array.enumerated() {
      guard let id = entry["id"].string, FlickrAddress.isNumber(id) else {
        page.refused.append("album \(before + index + 1) of \(owner) has no id")
        continue
      }
      let album = Album(
        id: id, owner: owner, title: text(entry["title"]), about: about(entry),
        cover: entry["primary"].string, position: before + index)
      page.listings.append(
        ListedSource(
          selector: "album/\(owner)/\(id)", title: album.title, count: count(of: entry),
          album: album))
    }
    if page.next == nil {
      page.listings.append(ListedSource(selector: "user/\(owner)", kind: "user", title: owner))
    }
    return page
  }

  private func galleries(_ content: JSONValue) -> Page {
    var page = Page(photos: [], extent: .complete)
    for (index, entry) in content["gallery"].array.enumerated() {
      // The short id, as in its address; the other is `ownernumber-72157…`.
      guard let whole = entry["gallery_id"].string ?? entry["id"].string,
        let id = whole.split(separator: "-").last.map(String.init), FlickrAddress.isNumber(id)
      else {
        page.refused.append("gallery \(index + 1) of \(owner) has no id")
        continue
      }
      let album = Album(
        id: "gallery/\(id)", owner: owner, title: text(entry["title"]), about: about(entry),
        cover: entry["primary_photo_id"].string)
      page.listings.append(
        ListedSource(
          selector: "gallery/\(id)", kind: "gallery", title: album.title, count: count(of: entry),
          album: album))
    }
    let said = content["continuation"].string
    if let said, said != "-1", !said.isEmpty, said != cursor.continuation, !page.listings.isEmpty {
      page.next = "+\(said)"
    }
    return page
  }

  private func contacts(_ content: JSONValue) -> Page {
    var page = Page(photos: [], next: next(of: content), extent: .complete)
    for (index, entry) in content["contact"].array.enumerated() {
      guard let id = entry["nsid"].string, FlickrAccount.isNSID(id) else {
        page.refused.append("contact \(index + 1) of \(owner) has no NSID")
        continue
      }
      page.listings.append(
        ListedSource(selector: "user/\(id)", kind: "user", title: text(entry["username"])))
    }
    return page
  }

  /// A node of the tree has collections or albums below it. Deeper ones than any tree of Flickr's are
  /// dropped.
  private func collections(_ content: JSONValue) -> Page {
    var page = Page(photos: [], extent: .complete)
    var seen: Set<String> = []
    var waiting = content["collection"].array.map { (node: $0, depth: 0) }
    while !waiting.isEmpty {
      let (node, depth) = waiting.removeFirst()
      for set in node["set"].array {
        guard let album = set["id"].string, FlickrAddress.isNumber(album),
          seen.insert(album).inserted
        else { continue }
        page.listings.append(
          ListedSource(selector: "album/\(owner)/\(album)", title: text(set["title"])))
      }
      guard depth < 16 else { continue }
      waiting = node["collection"].array.map { ($0, depth + 1) } + waiting
    }
    return page
  }

  /// The next page by number; nil at the end.
  private func next(of content: JSONValue) -> String? {
    let pages = content["pages"].int ?? 1
    guard cursor.number < min(pages, FlickrCursor.lastPage) else { return nil }
    return "\(cursor.number + 1)"
  }

  private func count(of entry: JSONValue) -> Int? {
    let photos = entry["count_photos"].int ?? entry["photos"].int
    let videos = entry["count_videos"].int ?? entry["videos"].int
    guard photos != nil || videos != nil else { return entry["count_total"].int }
    return (photos ?? 0).addingReportingOverflow(videos ?? 0).partialValue
  }

  private func text(_ value: JSONValue) -> String { value.string ?? "" }

  private func about(_ entry: JSONValue) -> String? {
    entry["description"].string.flatMap { $0.isEmpty ? nil : $0 }
  }
}
