import Foundation
import ProviderKit

extension XMLElement {
  /// Whether a `media:content` is an image: by its medium, its type, or its address if it has
  /// neither.
  var isPicture: Bool {
    if let medium = self["medium"] { return medium.lowercased() == "image" }
    if let type = self["type"] { return type.isPictureType }
    return (reference ?? "").isPictureAddress
  }

  /// Whether a `media:content` is known to be a video or a sound, whose thumbnail is no photo.
  var isVideoOrSound: Bool {
    if let medium = self["medium"] { return ["video", "audio"].contains(medium.lowercased()) }
    let type = self["type"]?.lowercased() ?? ""
    return ["video", "audio", "application/x-shockwave-flash"].contains(where: type.hasPrefix)
  }

  /// Whether an enclosure is an image: by its type, or by its address. If both are inconclusive it
  /// is fetched: RSS requires the type, and a feed that leaves it out usually encloses its subject.
  func enclosesPicture(at url: String) -> Bool {
    let type = self["type"]?.lowercased() ?? ""
    guard ["", "application/octet-stream", "binary/octet-stream"].contains(type) else {
      return type.isPictureType
    }
    return url.isPictureAddress || type.isEmpty && !url.hasEnding
  }

  /// The address of the file; some feeds write it as text.
  var reference: String? { self["url"] ?? (isNamed(.media, "thumbnail") ? text.trimmed : nil) }

  /// The name of a size; feeds have none.
  var label: String {
    guard let width = pixels("width"), let height = pixels("height") else { return name }
    return "\(width)x\(height)"
  }

  /// Nil if it is out of range.
  func pixels(_ edge: String) -> Int? {
    self[edge].flatMap { Int($0) }.flatMap { (1...1_000_000).contains($0) ? $0 : nil }
  }

  /// Rank among files of which not all have dimensions: the feed's default first, then the widest, then the longest.
  /// An address that names no size is that of the whole file.
  var weight: (Int, Int, Int) {
    (
      self["isDefault"]?.lowercased() == "true" ? 1 : 0,
      pixels("width") ?? PictureFile(reference ?? "").edge ?? .max,
      self["fileSize"].flatMap { Int($0) } ?? 0
    )
  }

  /// The digest in `media:hash`; nil if it is absent or of an unknown algorithm. The default is MD5
  /// (Media RSS, media:hash).
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
  /// Feeds write `image/jpeg`, or just `image`.
  fileprivate var isPictureType: Bool {
    lowercased() == "image" || lowercased().hasPrefix("image/")
  }

  /// Whether the last part of the path has a dot.
  fileprivate var hasEnding: Bool {
    URLComponents(string: self)?.path.split(separator: "/").last?.contains(".") ?? true
  }
}
