import Foundation
import MirrorCore
import MirrorHistories
import ProviderKit

@testable import Mirroring

/// Commands as the tasks that they are, with the exit statuses that the program gives them.
extension OpenWorld {
  func perform(_ command: HistoryCommand) async throws -> CommandOutcome {
    let mirror = archive.mirror
    switch command {
    case .sync(let sync): return try await perform(sync)
    case .syncTwice(let sync):
      let first = try await perform(sync)
      return first.isDone ? try await perform(sync) : first
    case .verify(let place): return try await verify(Mirror(path(of: place)))
    case .accept(let photo):
      return outcome(try await Acceptance(of: mirror).accept([ids[photo - 1]]))
    case .repair(let place, let sources): return try await repair(place, from: sources)
    case .copy(let place):
      let copy = MirrorCopy(of: mirror, to: Mirror(path(of: place)))
      return CommandOutcome(status: try await copy.run { _ in }.leftOut == 0 ? 0 : 1)
    case .recover:
      _ = try await Recovery(of: mirror).run { _ in }
      return CommandOutcome(status: 0)
    case .emptyTrash:
      _ = try await MirrorTrash(of: mirror).empty(olderThan: .zero)
      return CommandOutcome(status: 0)
    case .restore(let photo):
      return outcome(try await MirrorTrash(of: mirror).restore([ids[photo - 1]]))
    case .forget(let photo):
      return outcome(try await MirrorTrash(of: mirror).forget([ids[photo - 1]]))
    case .remember(let photo):
      return outcome(try await MirrorTrash(of: mirror).remember([ids[photo - 1]]))
    case .rename(let number):
      let template = try NameTemplate(HistoryCommand.templates[number])
      let totals = try await Renaming(in: mirror, template: template).run { _ in }
      return CommandOutcome(status: totals.kept == 0 ? 0 : 1)
    case .adopt: return try await adopt()
    case .bundle: return try await bundle()
    case .gallery:
      let folder = archive.outside("site")
      _ = try await MirrorGallery(of: mirror, into: folder).write()
      return published(in: folder + "/files", status: 0)
    case .export:
      var count = 0
      _ = try await MirrorExport(of: mirror).read { count += $0.count }
      return CommandOutcome(status: 0)
    }
  }

  private func outcome(_ outcomes: [MirrorTrash.Outcome]) -> CommandOutcome {
    for case .refused(_, let reason) in outcomes { return CommandOutcome(status: 1, text: reason) }
    return CommandOutcome(status: 0)
  }

  private func configuration(_ sync: HistoryCommand.Sync) -> MirrorConfiguration {
    site.configuration(for: archive.mirror) {
      ($0.readsAll, $0.isUpgrade) = (sync.isFull, sync.isUpgrade)
      $0.size = sync.isUpgrade ? .largest : .edge(3 * TestArchive.edge)
      $0.gone.action = GonePolicy.Action(rawValue: sync.gone.rawValue) ?? .keep
      ($0.gone.passes, $0.gone.limit) = (1, .percent(100))
      ($0.keptVersions, $0.limit) = (sync.keepsVersions ? nil : 0, sync.limit)
    }
  }

  private func perform(_ sync: HistoryCommand.Sync) async throws -> CommandOutcome {
    outcome(try await MirrorRun(configuration(sync)).run())
  }

  private func outcome(_ summary: MirrorSummary) -> CommandOutcome {
    var outcome = CommandOutcome(status: summary.totals.failed > 0 ? 1 : 0)
    outcome.fetched = summary.totals.mirrored
    switch summary.ending {
    case .finished where summary.gone?.exceeded == nil: break
    default: (outcome.status, outcome.text) = (4, "\(summary.ending)")
    }
    return outcome
  }

  private func verify(_ mirror: Mirror) async throws -> CommandOutcome {
    var (counts, named) = (Verification.Counts(), Set<String>())
    try await Verification(of: mirror).run { [ids] progress in
      counts = progress.counts
      guard progress.finding?.problem != nil, let path = progress.photo?.path else { return }
      named.formUnion(ids.filter { path.contains($0) })
    }
    var outcome = CommandOutcome(status: counts.hasProblems ? 1 : 0)
    outcome.named = named
    return outcome
  }

  /// A repair and the runs that complete it, as the command does them.
  private func repair(
    _ place: HistoryPlace, from sources: [HistoryPlace]
  ) async throws -> CommandOutcome {
    let mirror = Mirror(path(of: place))
    let copies = sources.map { Repair.Copies.directory(Mirror(path(of: $0))) }
    let repair = Repair(of: mirror, Verification.Options(), from: copies)
    let found = try await repair.prepare(isDryRun: false) { _ in }
    var status: Int32 = found.kept > 0 ? 1 : 0
    for source in found.sources {
      var configuration = site.configuration(for: mirror, of: source.address)
      (configuration.readsListing, configuration.damaged) = (false, source.damaged)
      if let choices = source.choices {
        (configuration.size, configuration.thumbnailEdge) = (choices.size, choices.thumbnailEdge)
      }
      let run = outcome(try await MirrorRun(configuration).run())
      if !run.isDone { return run }
      status = max(status, run.status ?? 0)
    }
    let remaining = try await repair.remaining(after: found)
    return CommandOutcome(status: remaining > 0 ? 1 : status)
  }

  /// Into a new directory with the visible files.
  private func adopt() async throws -> CommandOutcome {
    let folder = archive.outside("adopted")
    let files = FileManager.default
    try? files.removeItem(atPath: folder)
    try files.copyItem(atPath: archive.directory.path, toPath: folder)
    try files.removeItem(atPath: folder + "/.photomirror")
    let configuration = site.configuration(for: Mirror(folder))
    let before = PlaceFacts(of: folder, ids: ids)
    let totals = try await FolderAdoption(configuration, readsListing: true, isDryRun: false)
      .run { _ in }
    let after = PlaceFacts(of: folder, ids: ids)
    guard before.visible == after.visible, before.entries == after.entries else {
      return CommandOutcome(status: 4, text: "adopt changes the files that it finds")
    }
    return CommandOutcome(status: totals.refused > 0 ? 1 : 0)
  }

  private func bundle() async throws -> CommandOutcome {
    let folder = archive.outside("bag")
    try? FileManager.default.removeItem(atPath: folder)
    do {
      let totals = try await MirrorBundle(of: archive.mirror, to: folder).run { _ in }
      return published(in: folder + "/data", status: totals.leftOut == 0 ? 0 : 1)
    } catch let error as MirrorError where error.message == "no photo is chosen" {
      return CommandOutcome(status: 0)
    }
  }

  private func published(in folder: String, status: Int32) -> CommandOutcome {
    var outcome = CommandOutcome(status: status)
    outcome.published = PlaceFacts(of: folder, ids: ids).entries.compactMapValues { entry in
      if case .file(let digest) = entry { digest } else { nil }
    }
    return outcome
  }
}
