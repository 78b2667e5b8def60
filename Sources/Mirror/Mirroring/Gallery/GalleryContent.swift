import Gallery
import LocalFiles
import MirrorCore

/// What a gallery has of a mirror.
struct GalleryContent: Sendable {
  /// Where the files of its photos are.
  enum Files: Sendable {
    /// In the mirror, to which its pages link.
    case ofMirror
    /// In the gallery's own folder, or where these say.
    case own(PublishedFiles, GalleryFiles)
  }

  let files: Files
  /// Whether photos that their sites show to some people only are shown.
  let includesPrivate: Bool
  /// The rows of the photos that it may show; nil for all.
  var rows: Set<Int64>?

  /// Whether a photo is one of those that it may show.
  func includes(row: Int64) -> Bool { rows?.contains(row) ?? true }

  /// Whether it shows a photo.
  func shows(row: Int64, isPrivate: Bool) -> Bool {
    includes(row: row) && (includesPrivate || !isPrivate)
  }
}

extension OpenMirror {
  /// Writes the pages of a gallery, and puts the files that it has of its own into its folder.
  /// - Parameter makesPictures: Whether it makes pictures of its own for its pages.
  func writeGallery(
    _ content: GalleryContent, in pages: PageFolder, _ choices: MirrorGallery.Choices,
    of store: OpenedStore, makesPictures: Bool,
    _ show: @escaping @Sendable (MirrorGallery.Progress) -> Void = { _ in }
  ) async throws -> MirrorGallery.Totals {
    let distant = store.distantFiles
    if let distant, case .own(let published, let files) = content.files {
      try await DistantFiles(
        open: self, files: distant, pages: pages, published: published, names: files,
        content: content
      ).fetch { show(.fetching(photos: $0)) }
    }
    return try await perform { [mirror, directory] catalog in
      var writer = GalleryWriter(
        directory, pages, content, isDistant: distant != nil, catalog,
        makesPictures ? try PictureMaking(of: mirror, in: pages, choices, catalog) : nil, show)
      return try writer.write(choices, name: MirrorGallery.name(of: directory))
    }
  }
}
