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

  /// - Throws: where an existing catalog cannot be read. What the source does is in the summary.
  public func run() async throws(MirrorError) -> MirrorSummary {
    let started = ContinuousClock.now
    let directory = MirrorDirectory(configuration.directory)
    let catalog = try directory.openExistingCatalog()
    let announcer = Announcer(delegate)
    announcer.announce(
      .started(
        RunFacts(
          source: configuration.source, directory: directory.path, isResuming: false,
          isDryRun: true)))
    let ending: MirrorSummary.Ending
    do {
      try await look(announcer, catalog)
      ending = .finished
    } catch let error as MirrorError {
      ending = .sourceFailed(error)
    } catch {
      ending = error is CancellationError ? .interrupted : .sourceFailed(.init(readingSource: error))
    }
    return await announcer.finish(ending, elapsed: started.duration(to: .now))
  }

  private func look(_ announcer: Announcer, _ catalog: Catalog?) async throws {
    var listed = 0
    var number = 0
    let provider = configuration.provider.manifest.name
    try await PhotoListing(configuration).read { part in
      number += 1
      listed += part.photos.count
      announcer.announce(
        .listed(
          PageFacts(
            number: number, photos: part.photos.count, knownTotal: listed, isLast: false,
            refused: part.refused)))
      let known = try catalog?.known(part.photos.map(\.id), provider: provider) ?? [:]
      for photo in part.photos {
        let isKnown = known[photo.id]?.isMirrored == true
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
  /// The catalog for reading, or nil where there is none. Blocks on the disk.
  func openExistingCatalog() throws(MirrorError) -> Catalog? {
    guard hasCatalog else { return nil }
    do { return try Catalog(readingFrom: catalog) } catch { throw MirrorError(error) }
  }
}
