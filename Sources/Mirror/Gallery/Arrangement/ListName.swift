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
    let others = [month(of: exported), place(of: photo), owner(of: photo)]
    var names = [year(of: exported)] + others.compactMap(\.self)
    names += exported.albums.map { ListName($0, site: photo.site) }
    names += photo.tags.filter { !$0.isEmpty }.map(ListName.init(tag:))
    var seen: Set<String> = []
    return names.filter { seen.insert($0.folder).inserted }
  }

  static func year(of exported: ExportedPhoto) -> ListName {
    let date = PhotoDate(exported)
    let text = padded(date.year, to: 4)
    return ListName(
      kind: .years, folder: "\(ListKind.years.folder)/\(date.isAbout ? "about-" : "")\(text)",
      title: DateWords.year(date.year, isAbout: date.isAbout))
  }

  private static func month(of exported: ExportedPhoto) -> ListName? {
    let date = PhotoDate(exported)
    guard let month = date.month else { return nil }
    let text = "\(padded(date.year, to: 4))-\(padded(month, to: 2))"
    return ListName(
      kind: .months, folder: "\(ListKind.months.folder)/\(text)",
      title: DateWords.month(month, of: date.year))
  }

  private static func padded(_ number: Int, to length: Int) -> String {
    String(repeating: "0", count: max(0, length - String(number).count)) + String(number)
  }

  /// The town, or else the county or the region, and the country.
  static func place(of photo: Photo) -> ListName? {
    guard let geo = photo.details?.geo else { return nil }
    let town = [geo.locality, geo.county, geo.region].compactMap(\.self).first { !$0.isEmpty }
    let parts = [town, geo.country].compactMap(\.self).filter { !$0.isEmpty }
    guard !parts.isEmpty else { return nil }
    let title = parts.joined(separator: ", ")
    return ListName(
      .places, slug: title, identity: [town ?? "", geo.region ?? "", geo.country ?? ""],
      title: title)
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
