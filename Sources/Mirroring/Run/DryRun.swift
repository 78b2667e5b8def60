import Catalog
import Glibc
import LocalFiles
import MirrorCore
import Operations
import ProviderKit

/// A dry run (`--dry-run`): reads the listing, compares it with the catalog, and reports which photos a run
/// would fetch. Changes nothing and requests no sizes.
public struct DryRun: Sendable {
  private let configuration: MirrorConfiguration
  private let delegate: (any MirrorDelegate)?

  public init(_ configuration: MirrorConfiguration, delegate: (any MirrorDelegate)? = nil) {
    self.configuration = configuration
    self.delegate = delegate
  }

  /// Reports what a run would do. Failures and the cancellation of its task are in the summary.
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
    try await PhotoListing(configuration).read(telling: announcer) { part in
      number += 1
      listed += part.photos.count
      announcer.announce(
        .listed(
          PageFacts(
            number: number, photos: part.photos.count, knownTotal: listed, isLast: false,
            refused: part.refused, skipped: part.skipped, byteCount: part.byteCount)))
      let known = try await disk.run { try directory.known(part.photos, configuration) }
      for photo in part.photos {
        announcer.announce(.ended(PhotoFacts(photo), known[photo.id] ?? plan(photo)))
      }
    }
  }

  private func plan(_ photo: Photo) -> PhotoResult {
    let choice = configuration.size.choose(from: photo.renditions)
    return .wouldFetch(label: choice?.label ?? "size to be asked for", url: choice?.url ?? "")
  }
}

extension MirrorDirectory {
  /// The results of those `photos` that a run would not fetch; empty if there is no mirror. Blocks.
  fileprivate func known(
    _ photos: [Photo], _ configuration: MirrorConfiguration
  ) throws -> [String: PhotoResult] {
    guard let catalog = try Catalog(existingIn: self) else { return [:] }
    let provider = configuration.provider.manifest.name
    let lookup = try PhotoLookup(catalog, provider: provider, source: configuration.source)
    var results: [String: PhotoResult] = [:]
    for photo in photos {
      guard let record = try lookup.match(photo).match.record else { continue }
      if let files = record.storedFiles, look(for: files).isThere {
        results[photo.id] = .known
      } else if let refusal = record.refusal, refusal.retryAt ?? 0 > Int64(time(nil)) {
        results[photo.id] = .unavailable(UnavailableFacts(refusal, wasAsked: false))
      }
    }
    return results
  }
}
