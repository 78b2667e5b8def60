/// A file of the gallery.
package struct GalleryPage: Sendable, Hashable {
  /// Relative to the gallery's folder.
  package let path: String
  /// The whole content of the file, in UTF-8.
  package let bytes: [UInt8]

  /// The folders of all pages but ``top``.
  package static let folders = ["all", "photos", "search"] + ListKind.allCases.map(\.folder)
  /// The pages that are in no folder.
  package static let top = [
    "index.html", StyleSheet.page.path, PageScript.page.path, AtomFeed.path,
  ]
  /// By this line the gallery recognises its own pages.
  package static let generator = PageFrame.generator.bytes
  /// The Content-Security-Policy of every page.
  package static let policy = PageFrame.policy

  init(path: String, _ content: Markup) { self.init(path: path, bytes: content.bytes) }

  init(path: String, bytes: [UInt8]) { (self.path, self.bytes) = (path, bytes) }
}

/// What all pages of a gallery share.
package struct GallerySite: Sendable {
  /// The title of the gallery, which is in the title of every page.
  package let title: String
  /// Where the files of photos are.
  let files: GalleryFiles
  /// The page of the search.
  static let searchPage = "search/index.html"
  /// The longest edge of ``GalleryPictures/preview`` in pixels.
  let previewEdge: Int
  /// The kinds of lists that it has, without months.
  package let kinds: [ListKind]
  /// Whether it shows where photos were taken.
  let hasPlaces: Bool
  /// The web address of its folder, with a slash at the end; nil if that is not known.
  let address: String?

  package init(
    title: String, files: GalleryFiles, previewEdge: Int = GalleryPictures.standardPreviewEdge,
    _ arrangement: Arrangement, hasPlaces: Bool = false, address: String? = nil
  ) {
    (self.title, self.files, self.hasPlaces) = (title, files, hasPlaces)
    self.previewEdge = previewEdge
    self.address = address.map { $0.hasSuffix("/") ? $0 : $0 + "/" }
    kinds = ListKind.allCases.filter {
      $0 != .months && arrangement.lists[$0]?.isEmpty == false
    }
  }

  /// The web address of a page or of a file of the gallery; nil if the gallery's is not known.
  func webAddress(of path: String) -> PageAddress? {
    address.flatMap { PageAddress(web: $0 + PageAddress(path, from: "").text.dropFirst(2)) }
  }

  /// A photo's own file, from a page, to which it links.
  func photo(_ path: String, from page: String) -> PageAddress {
    guard case .store(let address) = files,
      let web = PageAddress(
        web: address + (address.hasSuffix("/") ? "" : "/")
          + PageAddress(path, from: "").text.dropFirst(2))
    else { return file(path, from: page) }
    return web
  }

  /// A file that the gallery's folder has, or else of the mirror, from a page.
  func file(_ path: String, from page: String) -> PageAddress {
    PageAddress(files.name(of: path), from: page)
  }
}
