import MirrorCore
import ProviderKit

/// The page of a photo: the picture, its credit, and everything that is known of it.
package struct PhotoPage {
  /// What of a photo's files exists.
  package struct Files: Sendable {
    /// Whether the photo's own file exists and is not empty.
    package let hasPicture: Bool
    /// Whether the picture that lists show for it exists: its thumbnail, or the photo as its own.
    package let hasThumbnail: Bool

    package init(hasPicture: Bool, hasThumbnail: Bool) {
      (self.hasPicture, self.hasThumbnail) = (hasPicture, hasThumbnail)
    }
  }

  /// Bytes of a picture that programs load for a preview.
  private static let mostPreviewed = 5_000_000

  let site: GallerySite
  let arrangement: Arrangement
  let exported: ExportedPhoto
  let files: Files
  /// Among all photos.
  let place: Int
  let path: String

  package init(
    _ site: GallerySite, _ arrangement: Arrangement, _ exported: ExportedPhoto, place: Int,
    _ files: Files
  ) {
    (self.site, self.arrangement, self.exported) = (site, arrangement, exported)
    (self.place, self.files) = (place, files)
    path = Self.path(ofRow: arrangement.entries[place].row)
  }

  /// A thousand in a folder.
  package static func path(ofRow row: Int64) -> String { "photos/\(row / 1000)/\(row).html" }

  /// The finished page.
  package var page: GalleryPage {
    let title = Captions.title(exported.photo.title)
    let links = neighbours
    var frame = PageFrame(site: site, path: path, title: title, relations: links)
    let author = exported.photo.ownerName ?? exported.photo.owner
    frame.preview = (
      exported.photo.about.map(PlainText.of) ?? (author.isEmpty ? "" : "A photo by \(author)"),
      previewed.map(site.files.name(of:))
    )
    return frame.page(
      """
      <h1 dir="auto">\(Captions.shortened(title, to: 300))</h1>
      \(PhotoFigure(page: self, links: links).markup)
      \(description)\(CreditLine(exported, path: path).markup)
      \(PhotoFacts(page: self).markup)
      \(PageLinks.markup(links))
      """)
  }

  private var previewed: String? {
    let isPicture = ["jpeg", "png", "gif", "webp"].contains(exported.format)
    guard isPicture, !site.files.isRemote, exported.byteCount <= Self.mostPreviewed else {
      return exported.thumbnail
    }
    return exported.path
  }

  /// The photos before and after it among all, and its place in their list.
  private var neighbours: [(name: Markup, address: PageAddress)] {
    var links: [(name: Markup, address: PageAddress)] = []
    let entries = arrangement.entries
    let address = { (place: Int) in PageAddress(Self.path(ofRow: entries[place].row), from: path) }
    if place > 0 { links.append(("prev", address(place - 1))) }
    let list = arrangement.all.path(ofPage: arrangement.all.page(ofIndex: place))
    links.append(("up", PageAddress(list, from: path, fragment: "p\(entries[place].row)")))
    if place + 1 < entries.count { links.append(("next", address(place + 1))) }
    return links
  }

  private var description: Markup {
    let text = exported.photo.about.map(PlainText.of) ?? ""
    guard !text.isEmpty else { return .empty }
    return "<p class=\"about\" dir=\"auto\">\(text)</p>\n"
  }
}
