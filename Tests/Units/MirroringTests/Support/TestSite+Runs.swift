import Locking
import MirrorCore
import ProviderKit

@testable import Mirroring

/// Tasks over the site, and what they report.
extension TestSite {
  /// What a run reported.
  struct Run {
    let summary: MirrorSummary
    let events: [MirrorEvent]

    /// By the photos' ids.
    var results: [String: PhotoResult] {
      let pairs = events.compactMap { event -> (String, PhotoResult)? in
        guard case .ended(let photo, let result) = event else { return nil }
        return (photo.id, result)
      }
      return Dictionary(pairs) { $1 }
    }

    var notes: [MirrorNote] {
      events.compactMap { event in
        guard case .noted(let note) = event else { return nil }
        return note
      }
    }
  }

  typealias Change = (inout MirrorConfiguration) -> Void

  func configuration(
    for mirror: Mirror, of source: String = TestArchive.source, _ change: Change = { _ in }
  ) -> MirrorConfiguration {
    var configuration = MirrorConfiguration(
      provider: self, query: PageQuery(selector: "all", settings: ["server": server.url()]),
      source: source, mirror: mirror)
    (configuration.minimumFree, configuration.stallTimeout) = (0, .seconds(3600))
    (configuration.attempts, configuration.thumbnailEdge) = (1, TestArchive.edge)
    change(&configuration)
    return configuration
  }

  /// Runs the site's listing into a mirror.
  @discardableResult
  func run(
    into archive: TestArchive, of source: String = TestArchive.source, _ change: Change = { _ in }
  ) async throws -> Run {
    let log = EventLog()
    let configuration = configuration(for: archive.mirror, of: source, change)
    let summary = try await MirrorRun(configuration, delegate: log).run()
    return Run(summary: summary, events: log.events)
  }

  /// The same as a dry run.
  func dryRun(
    into archive: TestArchive, of source: String = TestArchive.source, _ change: Change = { _ in }
  ) async -> Run {
    let log = EventLog()
    let configuration = configuration(for: archive.mirror, of: source, change)
    let summary = await DryRun(configuration, delegate: log).run()
    return Run(summary: summary, events: log.events)
  }
}

private final class EventLog: MirrorDelegate {
  private let all = Locked<[MirrorEvent]>([])

  var events: [MirrorEvent] { all.withLock(\.self) }

  func mirror(didEmit event: MirrorEvent) { all.withLock { $0.append(event) } }
}
