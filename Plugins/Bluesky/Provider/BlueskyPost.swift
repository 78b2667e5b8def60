import ProviderKit

/// A post and its pictures.
struct BlueskyPost {
  private let post: JSONValue
  /// Its name in its account.
  private let key: String
  private let account: String
  private let server: String

  init?(_ post: JSONValue, account: String, server: String) {
    guard let key = post["uri"].string?.split(separator: "/").last else { return nil }
    (self.post, self.key, self.account, self.server) = (post, String(key), account, server)
  }

  var isOwn: Bool { post["author"]["did"].string == account }

  func add(to page: inout Page) {
    let embed = post["record"]["embed"]
    let images = embed["images"].array + embed["media"]["images"].array
    for (index, image) in images.enumerated() {
      let id = images.count == 1 ? key : "\(key)-\(index + 1)"
      guard let name = Self.name(of: image["image"]), name.allSatisfy(Self.isPlain) else {
        page.refused.append("picture \(id.cleaned(to: 80)) has no address")
        continue
      }
      page.photos.append(photo(id, name, image))
    }
    if !embed["video"].isNull || !embed["media"]["video"].isNull {
      page.skipped.append(
        SkippedEntry(id: key, kind: "video", reason: "only pictures are mirrored"))
    }
  }

  /// The name of a file's content. Posts of the protocol's first months have it in a member of its own
  /// (https://atproto.com/specs/data-model#blob-type).
  private static func name(of file: JSONValue) -> String? {
    file["ref"]["$link"].string ?? file["cid"].string
  }

  private static func isPlain(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber)
  }

  private func photo(_ id: String, _ name: String, _ image: JSONValue) -> Photo {
    let (record, author) = (post["record"], post["author"])
    let text = (record["text"].string ?? "").cleaned(to: 4000)
    let alt = image["alt"].string ?? ""
    var photo = Photo(
      id: id, site: "bsky.app", owner: account,
      ownerName: author["displayName"].string ?? author["handle"].string,
      title: String((text.isEmpty ? alt : text).prefix(Photo.titleLength)),
      about: Photo.about(post: text, alternative: alt),
      pageURL: "https://bsky.app/profile/\(account)/post/\(key)",
      uploadedAt: (record["createdAt"].string ?? post["indexedAt"].string).flatMap(Moment.seconds),
      tags: tags(record))
    photo.renditions = [
      Rendition(
        label: "Original",
        url: "\(server)/xrpc/com.atproto.sync.getBlob?did=\(account)&cid=\(name)",
        byteCount: image["image"]["size"].int.map(Int64.init),
        digest: Rendition.Digest(contentIdentifier: name), isOriginal: true)
    ]
    return photo
  }

  /// The tags of the text, and the marks of its author.
  private func tags(_ record: JSONValue) -> [String] {
    let features = record["facets"].array.flatMap { $0["features"].array }
    let marks = post["labels"].array.compactMap { $0["val"].string }
    return record["tags"].array.compactMap(\.string) + features.compactMap { $0["tag"].string }
      + marks
  }
}
