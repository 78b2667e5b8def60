import MirrorCore
import ProviderKit

/// A list that shows a photo.
struct ListName: Sendable, Hashable {
  let kind: ListKind
  /// Of its pages.
  let folder: String
  let title: String
  /// The photo's place in an album; the order of other lists is that of the dates.
  var position = 0

  /// Every list of a photo, each once.
  static func all(of exported: ExportedPhoto) -> [ListName] {
    let photo = exported.photo
    var names = [year(of: exported)] + [owner(of: photo)].compactMap(\.self)
    names += exported.albums.map { ListName($0, site: photo.site) }
    names += photo.tags.filter { !$0.isEmpty }.map(ListName.init(tag:))
    var seen: Set<String> = []
    return names.filter { seen.insert($0.folder).inserted }
  }

  static func year(of exported: ExportedPhoto) -> ListName {
    let year = PhotoDate(exported).year
    let text = String(repeating: "0", count: max(0, 4 - String(year).count)) + String(year)
    return ListName(kind: .years, folder: "\(ListKind.years.folder)/\(text)", title: text)
  }

  static func owner(of photo: Photo) -> ListName? {
    let title = photo.ownerName ?? ""
    guard !photo.owner.isEmpty || !title.isEmpty else { return nil }
    let identity = photo.owner.isEmpty ? title : photo.owner
    return ListName(
      .owners, slug: identity, identity: [photo.site ?? "", identity],
      title: title.isEmpty ? identity : title)
  }

  init(_ album: ExportedPhoto.Membership, site: String?) {
    self.init(
      .albums, slug: album.title, identity: [site ?? "", album.album],
      title: album.title.isEmpty ? album.album : album.title)
    position = album.position
  }

  /// Letters of either case are the same tag, as on most sites.
  init(tag: String) {
    self.init(.tags, slug: tag, identity: [tag.lowercased()], title: tag)
  }

  private init(_ kind: ListKind, slug: String, identity: [String], title: String) {
    (self.kind, self.title) = (kind, title)
    folder = "\(kind.folder)/\(Slug.of(slug, identity: identity))"
  }

  private init(kind: ListKind, folder: String, title: String) {
    (self.kind, self.folder, self.title) = (kind, folder, title)
  }
}
