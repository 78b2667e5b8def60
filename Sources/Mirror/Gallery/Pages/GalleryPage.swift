/// A file of the gallery.
package struct GalleryPage: Sendable, Hashable {
  /// Relative to the gallery's folder.
  package let path: String
  /// The whole content of the file, in UTF-8.
  package let bytes: [UInt8]

  /// The folders of all pages but the first and the feed.
  package static let folders = ["all", "photos"] + ListKind.allCases.map(\.folder)
  /// Its other pages.
  package static let top = ["index.html", StyleSheet.page.path, AtomFeed.path]
  /// By this line the gallery recognises its own pages.
  package static let generator = PageFrame.generator.bytes
  /// The Content-Security-Policy of every page.
  package static let policy = PageFrame.policy

  init(path: String, _ content: Markup) { (self.path, bytes) = (path, content.bytes) }
}

/// What all pages of a gallery share.
package struct GallerySite: Sendable {
  /// The title of the gallery, which is in the title of every page.
  package let title: String
  /// Where the files of photos are.
  let files: GalleryFiles
  /// The kinds of lists that it has.
  package let kinds: [ListKind]

  package init(title: String, files: GalleryFiles, _ arrangement: Arrangement) {
    (self.title, self.files) = (title, files)
    kinds = ListKind.allCases.filter { arrangement.lists[$0]?.isEmpty == false }
  }

  /// A file of the mirror, from a page.
  func file(_ path: String, from page: String) -> PageAddress {
    PageAddress(files.name(of: path), from: page)
  }
}
