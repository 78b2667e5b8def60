import Catalog
import Foundation
import Inspection
import LocalFiles
import MirrorCore
import ProviderKit
import SystemCalls
import Threads

/// Makes a directory with pictures a mirror of a source: records the files that are photos of its listing,
/// where they stand. For a lost catalog, and for a directory of another tool.
///
/// Files are recognised by the id in a note beside them or in their name, or by a digest that the listing
/// states. Files with a note of this provider, whose photos the listing does not show any more, are recorded
/// too. Nothing is moved, replaced or deleted; photos without a file are left to the next run.
public struct FolderAdoption: Sendable {
  /// The result for a file. Paths are relative to the mirror, and `photo` is the id at the site.
  public enum Finding: Sendable, Hashable {
    case adopted(path: String, photo: String)
    /// The file has the id of a photo, and is damaged or another picture.
    case refused(path: String, reason: String)
    /// No photo of the source is known for the file.
    case extra(path: String)
  }

  /// The counts of an adoption.
  public struct Totals: Sendable, Hashable {
    /// Photos of the listing.
    public internal(set) var listed = 0
    /// Photos whose files the catalog knew.
    public internal(set) var known = 0
    /// Files that became those of photos, listed or not; in a dry run, files that would.
    public internal(set) var adopted = 0
    /// Files with the id of a photo that are damaged or another picture.
    public internal(set) var refused = 0
    /// Files for which no photo of the source is known.
    public internal(set) var extra = 0
    /// Photos of the listing without a file.
    public var missing: Int { max(0, listed - known - adoptedOfListing) }
    var adoptedOfListing = 0
  }

  private let configuration: MirrorConfiguration
  private let readsListing: Bool
  private let isDryRun: Bool
  private let delegate: (any MirrorDelegate)?

  /// - Parameters:
  ///   - readsListing: Whether the source's listing is read; otherwise only files with notes are recognised.
  ///   - isDryRun: Whether nothing is written.
  ///   - delegate: Receives notes and retries of the listing, and no other events.
  public init(
    _ configuration: MirrorConfiguration, readsListing: Bool, isDryRun: Bool,
    delegate: (any MirrorDelegate)? = nil
  ) {
    (self.configuration, self.readsListing) = (configuration, readsListing)
    (self.isDryRun, self.delegate) = (isDryRun, delegate)
  }

  /// - Parameter tell: Receives each finding, those about extra files at the end.
  /// - Throws: ``MirrorError`` if the directory or the source fails; `CancellationError`. What was adopted until
  ///   then is recorded.
  public func run(_ tell: @escaping @Sendable (Finding) -> Void) async throws -> Totals {
    let disk = ThreadPool(name: "disk", width: 2)
    let decoders = ThreadPool(
      name: "decode", width: ProcessInfo.processInfo.activeProcessorCount,
      niceness: configuration.decodingNiceness)
    return try await whileOpen {
      let directory = configuration.mirror.directory
      let isThere = await disk.run { FileStatus(following: directory.path)?.isDirectory == true }
      guard isThere else {
        throw MirrorError.directory(
          "there is no directory \(directory.path)", .notAMirror(directory.path))
      }
      if isDryRun { return try await look(disk, decoders, tell) }
      let mirror = try await RunMirror.open(configuration, on: disk, needsFiles: true)
      return try await whileOpen {
        try await adopt(mirror.catalog, mirror.settings.thumbnailFormat, disk, decoders, tell)
      } close: {
        await mirror.catalog.close()
      }
    } close: {
      await decoders.shutdown()
      await disk.shutdown()
    }
  }

  /// A dry run.
  private func look(
    _ disk: ThreadPool, _ decoders: ThreadPool, _ tell: @escaping @Sendable (Finding) -> Void
  ) async throws -> Totals {
    try await configuration.mirror.openIfExists { open in
      try await open?.checkHoldsPhotos()
      return try await adopt(open?.catalog, .png, disk, decoders, tell)
    }
  }

  /// - Parameter catalog: Nil if the directory is not a mirror yet.
  private func adopt(
    _ catalog: RunCatalog?, _ format: ThumbnailFormat, _ disk: ThreadPool, _ decoders: ThreadPool,
    _ tell: @escaping @Sendable (Finding) -> Void
  ) async throws -> Totals {
    let directory = configuration.mirror.directory
    let extra: ExtraFiles
    if let catalog {
      extra = try await catalog.perform { try ExtraFiles(in: directory, $0) }
    } else {
      extra = try await disk.run { try ExtraFiles(in: directory, nil) }
    }
    let index = FileIndex(try await scan(FolderScan(directory, extra), disk))
    var search = FileSearch(
      index: index, directory: directory, provider: configuration.provider.manifest.name,
      site: configuration.site,
      adopter: Adopter(
        catalog: isDryRun ? nil : catalog,
        destination: DirectoryDestination(directory, pool: disk, extensions: []),
        media: CodecInspector(
          pool: decoders, limits: configuration.imageLimits,
          processes: configuration.mirror.decoders),
        thumbnail: ThumbnailChoice(
          edge: isDryRun ? nil : configuration.thumbnailEdge, format: format),
        width: ProcessInfo.processInfo.activeProcessorCount),
      disk: disk, tell: tell
    ) { [configuration] photos in
      try await catalog?.perform { try directory.knownPhotos(photos, configuration, $0) } ?? []
    }
    if readsListing {
      try await PhotoListing(configuration, delegate: delegate).read { part in
        try await search.adopt(listed: part.photos)
      }
    }
    try await search.adoptNoted()
    search.tellExtra()
    return search.totals
  }

  private func scan(_ scan: FolderScan, _ disk: ThreadPool) async throws -> [FileIndex.File] {
    var files: [FileIndex.File] = []
    var folders = [""]
    while let folder = folders.popLast() {
      try Task.checkCancellation()
      let found = await disk.run { scan.files(in: folder) }
      files += found.files
      folders += found.folders
    }
    return files
  }
}

extension MirrorConfiguration {
  /// The site that the provider asks; nil if it does not ask any.
  fileprivate var site: String? {
    let lookup = try? provider.resolveRequest(for: query)
    return (lookup ?? (try? provider.pageRequest(for: query))).flatMap { Photo.site(of: $0.url) }
  }
}

extension MirrorDirectory {
  /// The ids of the photos whose files the catalog knows and that exist. Blocks.
  fileprivate func knownPhotos(
    _ photos: [Photo], _ configuration: MirrorConfiguration, _ catalog: Catalog
  ) throws(CatalogError) -> Set<String> {
    let lookup = try PhotoLookup(
      catalog, provider: configuration.provider.manifest.name, source: configuration.source)
    var known: Set<String> = []
    for photo in photos {
      guard let files = try lookup.match(photo).record?.storedFiles else { continue }
      if look(for: files).isThere { known.insert(photo.id) }
    }
    return known
  }
}
