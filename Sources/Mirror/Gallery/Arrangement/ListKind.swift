/// By what photos are listed.
package enum ListKind: String, CaseIterable, Sendable {
  case years, albums, tags, owners

  var title: String {
    switch self {
    case .years: "Years"
    case .albums: "Albums"
    case .tags: "Tags"
    case .owners: "Owners"
    }
  }

  /// The folder of its pages.
  var folder: String { rawValue }
  /// Its first page.
  var index: String { "\(folder)/index.html" }
}
