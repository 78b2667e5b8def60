import Catalog
import Operations
import ProviderKit

/// A run that only looks (`--dry-run`): reads the listing, compares it with the catalog, and tells
/// what would be fetched. Changes nothing and asks for no sizes.
public struct Rehearsal: Sendable {
  private let configuration: MirrorConfiguration
  private let delegate: (any MirrorDelegate)?

  public init(_ configuration: MirrorConfiguration, delegate: (any MirrorDelegate)? = nil) {
    self.configuration = configuration
    self.delegate = delegate
  }

  /// Says what a run would do; what goes wrong is in the summary, as is that its task was cancelled.
  public func run() async -> MirrorSummary {
    let started = ContinuousClock.now
    let directory = MirrorDirectory(configuration.directory)
    let disk = ThreadPool(name: "disk", width: 1)
    let announcer = Announcer(delegate)
    announcer.announce(
      .started(
        RunFacts(
          source: configuration.source, directory: directory.path, isResuming: false,
          isDryRun: true)))
    let ending: MirrorSummary.Ending
    do {
      try await look(announcer, directory, disk)
      ending = .finished
    } catch {
      ending = Task.isCancelled ? .interrupted : .init(MirrorError(readingSource: error))
    }
    await disk.shutdown()
    return await announcer.finish(
      ending, isListingComplete: ending == .finished && configuration.limit == nil,
      elapsed: started.duration(to: .now))
  }

  private func look(
    _ announcer: Announcer, _ directory: MirrorDirectory, _ disk: ThreadPool
  ) async throws {
    var listed = 0
    var number = 0
    let provider = configuration.provider.manifest.name
    try await PhotoListing(configuration).read(telling: announcer) { part in
      number += 1
      listed += part.photos.count
      announcer.announce(
        .listed(
          PageFacts(
            number: number, photos: part.photos.count, knownTotal: listed, isLast: false,
            refused: part.refused, skipped: part.skipped, byteCount: part.byteCount)))
      let ids = part.photos.map(\.id)
      let mirrored = try await disk.run { try directory.mirrored(ids, provider: provider) }
      for photo in part.photos {
        let isKnown = mirrored.contains(photo.id)
        announcer.announce(.ended(PhotoFacts(photo), isKnown ? .known : plan(photo)))
      }
    }
  }

  private func plan(_ photo: Photo) -> PhotoResult {
    let choice = configuration.size.choose(from: photo.renditions)
    return .wouldFetch(label: choice?.label ?? "size to be asked for", url: choice?.url ?? "")
  }
}

extension MirrorDirectory {
  /// Those of `photos` that are mirrored and there; none where there is no mirror. Blocks.
  fileprivate func mirrored(_ photos: [String], provider: String) throws -> Set<String> {
    guard let catalog = try openExistingCatalog() else { return [] }
    return Set(try catalog.known(photos, provider: provider).filter { isThere($0.value) }.keys)
  }
}
