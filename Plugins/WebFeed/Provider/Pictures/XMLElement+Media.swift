import Foundation
import ProviderKit

extension XMLElement {
  /// Whether a `media:content` is a picture: by its word, or its type, or its address where it says
  /// neither.
  var isPicture: Bool {
    if let medium = self["medium"] { return medium.lowercased() == "image" }
    if let type = self["type"] { return type.isPictureType }
    return (self["url"] ?? "").isPictureAddress
  }

  /// Whether an enclosure is a picture: by its type, or its address if the type says nothing. An address
  /// that says nothing either is fetched to see: RSS requires the type, and who leaves it out encloses
  /// what the feed is about.
  func enclosesPicture(at url: String) -> Bool {
    let type = self["type"]?.lowercased() ?? ""
    guard ["", "application/octet-stream", "binary/octet-stream"].contains(type) else {
      return type.isPictureType
    }
    return url.isPictureAddress || type.isEmpty && !url.hasEnding
  }

  /// WordPress.com puts the author's portrait among the media of each post.
  var isAvatar: Bool { self["url"]?.isAvatarAddress == true }

  /// A size's name: feeds have no words for them.
  var label: String {
    guard let width = pixels("width"), let height = pixels("height") else { return name }
    return "\(width)x\(height)"
  }

  /// Nil where it is no possible number.
  func pixels(_ edge: String) -> Int? {
    self[edge].flatMap { Int($0) }.flatMap { (1...1_000_000).contains($0) ? $0 : nil }
  }

  /// For choosing among files that are not measured: the feed's own choice, else the longest.
  var weight: Int {
    self["isDefault"]?.lowercased() == "true" ? .max : self["fileSize"].flatMap { Int($0) } ?? 0
  }

  /// What `media:hash` promises; nil where it is absent or of a kind that is not known. Without a word
  /// it is MD5 (Media RSS, media:hash).
  var digest: Rendition.Digest? {
    guard let hash = self[.media, "hash"], let hex = hash.text.trimmed?.lowercased() else {
      return nil
    }
    switch (hash["algo"] ?? "md5").lowercased() {
    case "md5": return Rendition.Digest(.md5, hex: hex)
    case "sha-1", "sha1": return Rendition.Digest(.sha1, hex: hex)
    case "sha-256", "sha256": return Rendition.Digest(.sha256, hex: hex)
    default: return nil
    }
  }
}

extension String {
  /// Feeds write `image/jpeg`, and a mere `image`.
  fileprivate var isPictureType: Bool {
    lowercased() == "image" || lowercased().hasPrefix("image/")
  }

  fileprivate var isPictureAddress: Bool {
    guard let path = URLComponents(string: self)?.path.lowercased() else { return false }
    return [".jpg", ".jpeg", ".jpe", ".png", ".gif", ".webp"].contains(where: path.hasSuffix)
  }

  /// Whether the last part of the path has a dot.
  fileprivate var hasEnding: Bool {
    URLComponents(string: self)?.path.split(separator: "/").last?.contains(".") ?? true
  }

  /// Whether this is where portraits are kept.
  var isAvatarAddress: Bool { contains("gravatar.com/avatar/") }
}
