import Foundation
import Gallery
import Images
import LocalFiles
import Locking
import MirrorCore
import SystemCalls

/// A mirror as static pages. Reads the catalog only, and can run while a run is writing.
public struct MirrorGallery: Sendable {
  /// What was done.
  public struct Totals: Sendable, Hashable {
    /// Photos that the gallery shows.
    public internal(set) var photos = 0
    /// Left out, because their sites show them to some people only.
    public internal(set) var privatePhotos = 0
    /// Photos whose files are missing.
    public internal(set) var missing = 0
    /// The gallery's files: pages, the style sheet and the feed, those included that were not written again.
    public internal(set) var pages = 0
    /// Files that were written because they were new or had changed.
    public internal(set) var written = 0
    /// Pages of an earlier gallery that were deleted.
    public internal(set) var removed = 0
    /// Photos whose pictures for the gallery were made.
    public internal(set) var pictures = 0
    /// Files of photos that were linked or copied into a gallery of its own.
    public internal(set) var files = 0
  }

  /// How far it is.
  public enum Progress: Sendable, Hashable {
    /// Files of photos that are in a store are copied.
    case fetching(photos: Int)
    case reading(photos: Int)
    /// Pictures are made of photos that lack them.
    case picturing(photos: Int)
    case arranging(photos: Int, of: Int)
    case writing(pages: Int, of: Int)
  }

  /// The folder of pages in a mirror.
  public static let folder = "gallery"
  /// The longest edge of the pictures on the pages of photos, unless another is chosen, in pixels.
  public static let standardPreviewEdge = GalleryPictures.standardPreviewEdge

  private let mirror: Mirror
  private var directory: MirrorDirectory { mirror.directory }
  /// Where the pages are written.
  public let output: String
  /// Whether the caller names it.
  private let hasOutput: Bool
  private let choices: Choices
  /// The pages of the last time.
  private let written = Locked<PageFolder?>(nil)

  /// What of the mirror the pages show.
  public struct Choices: Sendable, Hashable {
    /// The title of the first page; nil: the album or the owner that has all photos, or else the name of
    /// the mirror's directory.
    public var title: String?
    /// The web address at which it is published, for previews of its pages; nil if that is not known.
    public var address: String?
    /// The longest edge in pixels of the pictures that pages show of larger photos, and of those that browsers do not
    /// show; 0: the pages show the photos' own files.
    public var previewEdge = MirrorGallery.standardPreviewEdge
    /// The limits for decoding photos for these pictures.
    public var limits = ImageLimits()
    /// Whether photos that their sites show to some people only are shown.
    public var includesPrivate = false
    /// Whether a gallery in a folder of its own has coordinates, places and a map.
    public var publishesPlaces = false
    /// The web address of the photos in an object store, to which their paths are added, for a gallery in a folder of its
    /// own. Its pages show thumbnails, which are copied into the folder, and link to the photos.
    public var photosAddress: String?

    /// A derived title, without private photos and published places.
    public init() {}
  }

  /// - Parameters:
  ///   - output: A folder that can be published by itself: it gets the pages, and the files of the photos that they show
  ///     (hard links, or copies on another file system). Nil for ``folder`` in the mirror, whose pages link to its files.
  ///   - choices: What they show.
  public init(of mirror: Mirror, into output: String? = nil, _ choices: Choices = Choices()) {
    self.mirror = mirror
    self.output = output ?? mirror.directory.file(Self.folder)
    hasOutput = output != nil
    self.choices = choices
  }

  /// Writes the pages that changed, and removes those that are not needed any more.
  /// - Parameter show: Called often, on a thread of its own.
  /// - Throws: ``MirrorError``, or `CancellationError`; the pages that were written stay, and the next time
  ///   completes them.
  public func write(_ show: @escaping @Sendable (Progress) -> Void = { _ in }) async throws
    -> Totals
  {
    try await mirror.open(.reading) { open in
      try check(try await open.perform { [mirror] in try mirror.store(of: $0) })
      let id = try await open.perform { try MirrorIdentity.of($0) }
      let pages = pages(of: id ?? "")
      let files = choices.photosAddress.map(GalleryFiles.store) ?? .own
      let content = GalleryContent(
        files: hasOutput ? .own(PublishedFiles(in: pages), files) : .ofMirror,
        includesPrivate: choices.includesPrivate)
      return try await open.withStore(writes: false) { store in
        try await open.writeGallery(
          content, in: pages, choices, of: store, makesPictures: !hasOutput || !files.isRemote, show
        )
      }
    }
  }

  /// Pages in the mirror link to its files, and only photos in a store have a web address.
  private func check(_ store: StoreLocation?) throws(MirrorError) {
    if let store, !hasOutput {
      throw .directory("the photos of this mirror are in \(store.name)", .remoteStore)
    }
    if store == nil, choices.photosAddress != nil {
      throw .directory("the photos of this mirror are in \(directory.path)", .localFiles)
    }
  }

  private func pages(of mirror: String) -> PageFolder {
    let seal = PageSeal(key: self.mirror.galleryKey, mirror: mirror)
    let folder = PageFolder(
      output, generator: GalleryPage.generator, isLinkAllowed: hasOutput, seal: seal)
    written.withLock { $0 = folder }
    return folder
  }

  /// Whether an open file is one of the pages and pictures that ``write(_:)`` left, or that another process of this user
  /// wrote since. Blocks; any thread.
  /// - Parameters:
  ///   - page: Its path in ``output``.
  ///   - descriptor: Of the file.
  public func shows(_ page: String, _ descriptor: Int32) -> Bool {
    guard let folder = written.withLock(\.self), let status = FileStatus(of: descriptor) else {
      return false
    }
    return folder.shows(page, status)
  }

  /// The paths of the pages and of the mirror below the nearest folder that has both, without slashes at the ends: the
  /// links of pages in the mirror are right if both are served there. Blocks.
  public var addresses: (pages: String, mirror: String) {
    RelativePath.common(output, directory.path)
  }

  /// The title of a gallery that has none.
  static func name(of directory: MirrorDirectory) -> String {
    let name = URL(filePath: directory.path).standardizedFileURL.lastPathComponent
    return name.isEmpty || name == "/" ? "Photos" : name
  }
}
