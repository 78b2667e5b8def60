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
  public enum Finding: Sendable, Hashable {
    case adopted(path: String, photo: String)
    /// The file has the id of a photo, and is damaged or another picture.
    case refused(path: String, reason: String)
    /// No photo of the source is known for the file.
    case extra(path: String)
  }

  public struct Totals: Sendable, Hashable {
    /// Photos of the listing.
    public internal(set) var listed = 0
    /// Photos whose files the catalog knew.
    public internal(set) var known = 0
    public internal(set) var adopted = 0
    public internal(set) var refused = 0
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
    let result: Result<Totals, any Error>
    do {
      result = .success(try await run(disk, decoders, tell))
    } catch {
      result = .failure(error)
    }
    await decoders.shutdown()
    await disk.shutdown()
    return try result.get()
  }

  private func run(
    _ disk: ThreadPool, _ decoders: ThreadPool, _ tell: @escaping @Sendable (Finding) -> Void
  ) async throws -> Totals {
    let directory = MirrorDirectory(configuration.directory)
    try await disk.run { () throws(MirrorError) in
      try directory.checkExists()
      try directory.checkHoldsPhotos()
    }
    let mirror = isDryRun ? nil : try await OpenedMirror.open(configuration, on: disk)
    let result: Result<Totals, any Error>
    do {
      let index = FileIndex(try await scan(directory, disk))
      var search = FileSearch(
        index: index, directory: directory, provider: configuration.provider.manifest.name,
        site: configuration.site,
        adopter: Adopter(
          catalog: mirror?.catalog,
          destination: DirectoryDestination(directory, pool: disk, extensions: []),
          media: CodecInspector(
            pool: decoders, limits: configuration.imageLimits, processes: configuration.decoders),
          thumbnail: ThumbnailChoice(
            edge: isDryRun ? nil : configuration.thumbnailEdge,
            format: mirror?.settings.thumbnailFormat ?? .png),
          width: ProcessInfo.processInfo.activeProcessorCount),
        disk: disk, tell: tell
      ) { [configuration] photos in
        try await disk.run { try directory.knownPhotos(photos, configuration) }
      }
      if readsListing {
        try await PhotoListing(configuration, delegate: delegate).read { part in
          try await search.adopt(listed: part.photos)
        }
      }
      try await search.adoptNoted()
      search.tellExtra()
      result = .success(search.totals)
    } catch {
      result = .failure(error)
    }
    await mirror?.catalog.close()
    return try result.get()
  }

  private func scan(_ directory: MirrorDirectory, _ disk: ThreadPool) async throws -> [FileIndex
    .File]
  {
    let scan = try await disk.run { () throws(MirrorError) in try FolderScan(directory) }
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
  fileprivate func checkExists() throws(MirrorError) {
    guard FileStatus(following: path)?.isDirectory == true else {
      throw .directory("there is no directory \(path)", .notAMirror(path))
    }
  }

  /// The ids of the photos whose files the catalog knows and that exist. Blocks.
  fileprivate func knownPhotos(
    _ photos: [Photo], _ configuration: MirrorConfiguration
  ) throws -> Set<String> {
    guard let catalog = try Catalog(existingIn: self) else { return [] }
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
