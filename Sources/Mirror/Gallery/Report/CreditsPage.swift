import MirrorCore
import ProviderKit

/// A page that names the title, author, source and licence of each photo, as Creative Commons licences ask for (CC BY
/// 4.0, section 3(a)(1)). It is one file of any length, to be put into the mirror's directory.
package enum CreditsPage {
  /// Before the first photo.
  package static let head = LonePage.head("Photo credits").text + "\n<ul>"
  /// After the last photo.
  package static let foot = "</ul>\n" + LonePage.foot.text

  /// The item of a photo, in one line or several.
  package static func item(_ exported: ExportedPhoto) -> String {
    let path = exported.path
    let file: Markup = "<a href=\"\(PageAddress(path, from: ""))\">\(path)</a>"
    let markup: Markup =
      "<li>\(CreditLine.text(exported.photo))<br><small>\(file)</small>\(facts(exported))\(DetailFolds(details: exported.photo.details).markup)</li>"
    return markup.text
  }

  private static func facts(_ exported: ExportedPhoto) -> [Markup] {
    let details = exported.photo.details
    let place = details?.geo.map {
      [$0.neighbourhood, $0.locality, $0.county, $0.region, $0.country].compactMap(\.self)
        .joined(separator: ", ")
    }
    let facts: [(Markup, [String])] = [
      ("Place", [place].compactMap(\.self)),
      ("People", details?.people?.map(\.shownName) ?? []),
      ("Albums", exported.albums.map(\.title)),
      ("Also in", details?.contexts?.filter { $0.kind != .album }.map(\.title) ?? []),
    ]
    return facts.compactMap { name, values in
      let values = values.filter { !$0.isEmpty }.map { "<bdi>\($0)</bdi>" as Markup }
      return values.isEmpty
        ? nil : "<br><small>\(name): \(Markup.joined(values, by: "; "))</small>"
    }
  }
}
