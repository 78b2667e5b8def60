import Digests
import MirrorCore
import ProviderKit

/// The photos that were mirrored last, as a feed (RFC 4287). Its links are relative to the feed's own address.
package enum AtomFeed {
  static let path = "feed.xml"

  /// - Parameter photos: The latest first, with their places among all.
  package static func page(
    _ site: GallerySite, _ arrangement: Arrangement, _ photos: [(place: Int, photo: ExportedPhoto)]
  ) -> GalleryPage {
    let updated = photos.map(\.photo.storedAt).max() ?? 0
    let entries = photos.map { place, photo in
      entry(photo, PhotoPage.path(ofRow: arrangement.entries[place].row), site)
    }
    return GalleryPage(
      path: path,
      """
      <?xml version="1.0" encoding="utf-8"?>
      <feed xmlns="http://www.w3.org/2005/Atom">
      <title>\(site.title)</title>
      <id>\(identifier(["gallery", site.title]))</id>
      <updated>\(UTCTime.text(updated))</updated>
      <generator>photomirror</generator>
      <link href="\(address("index.html", site))"/>
      <link rel="self" href="\(address(path, site))"/>
      \(entries)</feed>

      """)
  }

  /// Whole if the gallery's web address is known, else relative to the feed.
  private static func address(_ page: String, _ site: GallerySite) -> PageAddress {
    site.webAddress(of: page) ?? PageAddress(page, from: path)
  }

  private static func entry(_ exported: ExportedPhoto, _ page: String, _ site: GallerySite)
    -> Markup
  {
    let photo = exported.photo
    let author = photo.ownerName ?? photo.owner
    let thumbnail = exported.thumbnail.map {
      "<p><img alt=\"\" src=\"\(address(site.files.name(of: $0), site))\"></p>" as Markup
    }
    let content: Markup = "\(thumbnail)<p>\(CreditLine.text(photo))</p>"
    return """
      <entry>
      <title>\(Captions.shortened(Captions.title(photo.title), to: 300))</title>
      <id>\(identifier([photo.site ?? "", photo.id]))</id>
      <link href="\(address(page, site))"/>
      <updated>\(UTCTime.text(exported.storedAt))</updated>
      <author><name>\(author.isEmpty ? "unknown" : author)</name></author>
      <content type="html">\(String(decoding: content.bytes, as: UTF8.self))</content>
      </entry>

      """
  }

  /// The same for a photo in every run (RFC 9562, version 8).
  private static func identifier(_ parts: [String]) -> Markup {
    var bytes = Array(
      DigestAlgorithm.sha256.digest(of: Array(parts.joined(separator: "\0").utf8)).prefix(16))
    bytes[6] = bytes[6] & 0x0F | 0x80
    bytes[8] = bytes[8] & 0x3F | 0x80
    let hex = Array(bytes.hexadecimal)
    let groups = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(hex[$0]) }
    return "urn:uuid:\(groups.joined(separator: "-"))"
  }
}
