import Catalog
import Foundation
import Inspection
import LocalFiles
import MirrorCore
import ProviderKit
import SystemCalls
import Threads

/// Makes a directory or an object store with pictures a mirror of a source: records the files that are photos of its
/// listing, where they stand. For a lost catalog without a snapshot, and for a directory of another tool.
///
/// Files are recognised by the id in a note beside them or in their name, or by a digest that the listing
/// states. Files with a note of this provider, whose photos the listing does not show any more, are recorded
/// too. Nothing is moved, replaced or deleted; photos without a file are left to the next run. Objects are not read: the
/// digests that are stored with them count, and they are recorded as not proven.
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
      guard isThere || configuration.mirror.store != nil else {
        throw MirrorError.directory(
          "there is no directory \(directory.path)", .notAMirror(directory.path))
      }
      if isDryRun { return try await look(disk, decoders, tell) }
      try await disk.run { [configuration] () throws(MirrorError) in
        try configuration.mirror.checkForEmptiedCatalog()
      }
      let mirror = try await RunMirror.open(configuration, on: disk)
      return try await whileOpen {
        try await withStore(mirror.store, disk) { store in
          try await store.check(
            mirror.catalog.thread, of: configuration.mirror, for: .task, marks: true)
          return try await adopt(
            mirror.catalog.thread, mirror.catalog, store, mirror.settings.thumbnailFormat, disk,
            decoders, tell)
        }
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
      let mirror = configuration.mirror
      let location =
        if let open {
          try await open.perform { try mirror.store(of: $0) }
        } else {
          mirror.store
        }
      return try await withStore(location, disk) { store in
        try await adopt(open?.catalog, nil, store, .png, disk, decoders, tell)
      }
    }
  }

  private func withStore<Result>(
    _ location: StoreLocation?, _ disk: ThreadPool, _ body: (OpenedStore) async throws -> Result
  ) async throws -> Result {
    let store = try await OpenedStore.open(
      location, for: configuration.mirror.directory, on: disk,
      network: StoreNetwork(configuration.options), writes: false)
    return try await whileOpen {
      do { return try await body(store) } catch let error as StorageError { throw error.error }
    } close: {
      await store.close()
    }
  }

  /// - Parameters:
  ///   - catalog: Nil if the directory is not a mirror yet.
  ///   - run: Nil in a dry run.
  private func adopt(
    _ catalog: CatalogThread?, _ run: RunCatalog?, _ store: OpenedStore,
    _ format: ThumbnailFormat, _ disk: ThreadPool,
    _ decoders: ThreadPool, _ tell: @escaping @Sendable (Finding) -> Void
  ) async throws -> Totals {
    let directory = configuration.mirror.directory
    let extra: ExtraFiles
    if let catalog {
      extra = try await catalog.perform { try ExtraFiles(in: directory, $0) }
    } else {
      extra = try await disk.run { try ExtraFiles(in: directory, nil) }
    }
    let found = try await FoundFiles.list(store.place, extra, .all)
    for name in found.refused where !name.isLink {
      tell(.refused(path: name.path, reason: name.reason))
    }
    let files = try await noted(found.pictures, store, disk)
    let adopter = adopter(run, store, format, decoders)
    var search = FileSearch(
      index: FileIndex(files), files: store.files,
      thumbnails: store.place.traits.tellsDigests ? found.thumbnails : [:],
      provider: configuration.provider.manifest.name,
      site: configuration.site, adopter: adopter, disk: disk,
      judge: try await ListingJudge(configuration, catalog, in: store.files), tell: tell)
    if readsListing {
      try await PhotoListing(configuration, delegate: delegate).read { part in
        try await search.adopt(listed: part.photos)
      }
    }
    try await search.adoptNoted()
    search.tellExtra()
    return search.totals
  }

  /// Files of a place that tells their digests are not read.
  private func adopter(
    _ catalog: RunCatalog?, _ store: OpenedStore, _ format: ThumbnailFormat, _ decoders: ThreadPool
  ) -> Adopter {
    let (files, traits) = (store.files, store.place.traits)
    guard !traits.tellsDigests else {
      return Adopter(catalog: catalog, destination: files, width: Self.requests) { path in
        try await files.place.unreadInspection(of: path)
      }
    }
    return Adopter(
      catalog: catalog, destination: files,
      media: CodecInspector(
        pool: decoders, limits: configuration.imageLimits,
        processes: configuration.mirror.decoders),
      thumbnail: ThumbnailChoice(
        edge: isDryRun ? nil : configuration.thumbnailEdge, format: format),
      width: ProcessInfo.processInfo.activeProcessorCount
    ) { path in
      traits.keepsTimes ? await (try? files.facts(of: path, .listed))?.modifiedAt : nil
    }
  }

  /// Requests at once to a store.
  private static let requests = 32
  private static let batch = 512

  /// Pictures with what the files beside them say.
  private func noted(
    _ pictures: [FoundFiles.Picture], _ store: OpenedStore, _ disk: ThreadPool
  ) async throws -> [FileIndex.File] {
    let sidecars = FoundSidecars(destination: store.files, disk: disk)
    var files: [FileIndex.File] = []
    for start in stride(from: 0, to: pictures.count, by: Self.batch) {
      try Task.checkCancellation()
      let part = Array(pictures[start..<min(start + Self.batch, pictures.count)])
      files += zip(part, try await sidecars.notes(of: part)).map { picture, note in
        FileIndex.File(path: picture.path, note: note)
      }
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
