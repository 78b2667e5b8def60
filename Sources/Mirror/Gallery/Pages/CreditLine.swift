import MirrorCore
import ProviderKit

/// Title, author, source and licence in a line, as Creative Commons licences ask for (CC BY 4.0, section 3(a)(1)).
package struct CreditLine {
  private let exported: ExportedPhoto
  private let path: String

  init(_ exported: ExportedPhoto, path: String) { (self.exported, self.path) = (exported, path) }

  var markup: Markup { "<p class=\"credit\">\(Self.text(exported.photo))</p>" }

  /// The credit of a photo, with links to its page and its licence where they have web addresses.
  package static func text(_ photo: Photo) -> Markup {
    let title = Captions.title(photo.title)
    let author = photo.ownerName ?? photo.owner
    let by: Markup = author.isEmpty ? .empty : " by <bdi>\(author)</bdi>"
    let license = photo.statedLicense.map { link($0.name, $0.url, "license") }
    return
      "<cite dir=\"auto\">\(link(title, photo.pageURL, nil))</cite>\(by) (\(license ?? "license not stated"))"
  }

  static func link(_ text: String, _ url: String?, _ relation: Markup?) -> Markup {
    guard let address = PageAddress(web: url) else { return "\(text)" }
    let relation: Markup = relation.map { "\($0) " } ?? .empty
    return "<a rel=\"\(relation)noreferrer\" href=\"\(address)\">\(text)</a>"
  }
}
