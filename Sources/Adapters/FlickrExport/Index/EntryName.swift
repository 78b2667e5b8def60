import ProviderKit
import SystemCalls

/// The name of an entry of an export, and the photo that it may belong to.
///
/// Names are only parsed, never used as paths. Flickr writes `{title}_{id}_o.jpg`,
/// `{id}_{secret}_o.jpg` and `{title}_{id}.mp4`; a title or a secret may consist of digits too, so
/// that the name alone does not determine which number is the id.
enum EntryName: Hashable {
  /// `photo_{id}.json`.
  case photo(String)
  case albums
  case account
  /// The possible ids, the most likely first.
  case media(ids: [String], isVideo: Bool)
  /// Another part of the export: contacts, mail, groups.
  case other
  /// A name that leads out of the archive's folder.
  case outside

  init(_ name: String) {
    let parts = name.pathParts
    guard name.utf8.first != UInt8(ascii: "/"), !name.contains("\\"), !parts.contains("..") else {
      self = .outside
      return
    }
    guard let file = parts.last, !file.isHiddenName, let dot = file.lastIndex(of: ".") else {
      self = .other
      return
    }
    let base = file[..<dot]
    switch file[dot...].dropFirst().lowercased() {
    case "json": self = Self.document(base)
    case let kind where PictureFile.endings.contains(kind): self = Self.media(base, isVideo: false)
    case let kind where Self.videos.contains(kind): self = Self.media(base, isVideo: true)
    default: self = .other
    }
  }

  private static let videos: Set = [
    "mp4", "mov", "m4v", "avi", "wmv", "mpg", "mpeg", "3gp", "mts", "m2ts", "ogv", "ogg", "mkv",
    "webm",
  ]

  private static func document(_ base: Substring) -> EntryName {
    switch base {
    case "albums": return .albums
    case "account_profile": return .account
    default:
      let id = String(base.dropFirst(6))
      return base.hasPrefix("photo_") && isNumber(id) ? .photo(id) : .other
    }
  }

  private static func media(_ base: Substring, isVideo: Bool) -> EntryName {
    let stem = base.hasSuffix("_o") ? base.dropLast(2) : base
    let parts = stem.split(separator: "_", omittingEmptySubsequences: false).map(String.init)
    var ids = [parts[parts.count - 1]]
    if parts.count == 2 { ids.append(parts[0]) }
    ids = ids.filter(isNumber)
    return ids.isEmpty ? .other : .media(ids: ids, isVideo: isVideo)
  }

  /// Ids are kept as text: they may be larger than any integer type.
  private static func isNumber(_ text: String) -> Bool {
    (1...40).contains(text.utf8.count)
      && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}
