import ProviderKit

/// A post and its pictures.
struct MastodonPost {
  private let status: JSONValue
  private let id: String
  private let host: String

  init?(_ status: JSONValue, host: String) {
    guard let id = status["id"].string, !id.isEmpty else { return nil }
    (self.status, self.id, self.host) = (status, id, host)
  }

  func add(to page: inout Page) {
    for (index, media) in status["media_attachments"].array.enumerated() {
      let name = media["id"].string ?? "\(id)-\(index + 1)"
      guard Self.isPicture(media) else {
        let kind = media["type"].string ?? "entry"
        page.skipped.append(
          SkippedEntry(
            id: name, kind: kind == "gifv" ? "video" : kind, reason: "only pictures are mirrored"))
        continue
      }
      guard let url = Self.address(media) else {
        page.skipped.append(
          SkippedEntry(id: name, kind: "picture", reason: "the server has not processed it"))
        continue
      }
      page.photos.append(photo(name, url, media))
    }
  }

  /// Where the file is: at the server, or, if that has no copy, at the server of the post.
  private static func address(_ media: JSONValue) -> String? {
    [media["url"].string, media["remote_url"].string].compactMap(\.self).first { !$0.isEmpty }
  }

  /// A file that the server has no copy of is of the type unknown: it says what it is by its media type or its address.
  private static func isPicture(_ media: JSONValue) -> Bool {
    switch media["type"].string {
    case "image": return true
    case "unknown", nil: break
    default: return false
    }
    if let type = media["mime_type"].string ?? media["pleroma"]["mime_type"].string {
      return type.lowercased().hasPrefix("image/")
    }
    return address(media)?.isPictureAddress ?? false
  }

  private func photo(_ name: String, _ url: String, _ media: JSONValue) -> Photo {
    let account = status["account"]
    let text = HTMLText.of(html: status["content"].string ?? "").cleaned(to: 4000)
    let alt = media["description"].string
    var tags = status["tags"].array.compactMap { $0["name"].string }
    if status["sensitive"].bool == true { tags.append("sensitive") }
    var photo = Photo(
      id: name, site: Photo.site(of: "https://\(host)/"),
      owner: account["acct"].string ?? account["id"].string ?? "",
      ownerName: account["display_name"].string,
      title: String((text.isEmpty ? alt ?? "" : text).prefix(Photo.titleLength)),
      about: Photo.about(post: text, alternative: alt ?? ""),
      pageURL: status["url"].string ?? status["uri"].string,
      uploadedAt: status["created_at"].string.flatMap(Moment.seconds), tags: tags)
    photo.license = license(media)
    photo.renditions = renditions(url, media)
    return photo
  }

  private func renditions(_ url: String, _ media: JSONValue) -> [Rendition] {
    let (meta, preview) = (media["meta"], media["preview_url"].string)
    let small = preview.flatMap { address in
      address == url
        ? nil
        : Rendition(
          label: "Small", url: address, width: meta["small"]["width"].int,
          height: meta["small"]["height"].int)
    }
    // The server has converted it, and states neither a length nor a digest, often no size either.
    let large = Rendition(
      label: "Original", url: url, width: meta["original"]["width"].int,
      height: meta["original"]["height"].int, isOriginal: true)
    return [small, large].compactMap(\.self)
  }

  /// Pixelfed has a licence for each picture.
  private func license(_ media: JSONValue) -> License? {
    media["license"]["title"].string.map { License(name: $0, url: media["license"]["url"].string) }
  }
}
