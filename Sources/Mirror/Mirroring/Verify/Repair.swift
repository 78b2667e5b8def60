import Catalog
import Foundation
import MirrorCore

/// Finds the files of a mirror that are missing or damaged, and makes their photos wait to be fetched again.
///
/// A file that is damaged, that changed without a trace of an edit, or that is another photo's, and what is in a file's
/// place without being one, is moved to the set-aside folder, never deleted. A file that was edited stays. A run with
/// ``MirrorConfiguration/readsListing`` false for each source that has something to fetch or to make completes the
/// repair.
public struct Repair: Sendable {
  /// What was found, and done unless it is a dry run.
  public struct Outcome: Sendable, Hashable {
    /// The findings of the verification.
    public fileprivate(set) var counts = Verification.Counts()
    /// Files that were moved to the set-aside folder.
    public fileprivate(set) var setAside = 0
    /// Photos whose files were taken from copies.
    public fileprivate(set) var restored = 0
    /// Files that were edited, or that cannot be read: they stay.
    public fileprivate(set) var kept = 0
    /// Photos that the site refused, and that runs do not request again before a later time.
    public fileprivate(set) var unavailable = 0
    /// Sources that have photos to fetch, or photos without a sidecar or thumbnail. Others need no provider.
    public fileprivate(set) var sources: [Source] = []
  }

  /// A source as the catalog knows it.
  public struct Source: Sendable, Hashable {
    /// `flickr:recent`.
    public let address: String
    /// The choices of its last run; nil if unknown.
    public let choices: SourceChoices?
  }

  private struct Findings {
    var missing: [Int64] = []
    var damaged: [(id: Int64, path: String)] = []
    /// The paths of sidecars and thumbnails.
    var companions: [String] = []
    /// Photos whose sidecar or thumbnail is missing or damaged.
    var incomplete: [Int64] = []
    var kept = 0
  }

  private let mirror: Mirror
  private let options: Verification.Options
  private let copies: [Copies]

  /// A place that may have copies of lost files.
  public enum Copies: Sendable {
    /// Another mirror, with its trash, or any folder.
    case directory(Mirror)
    /// A bucket, whether or not it is that of a mirror. Its keys are those of the environment.
    case bucket(StoreLocation)
  }

  /// - Parameters:
  ///   - options: How to look for damage.
  ///   - copies: Places with copies of lost files, which are taken before a source is asked. Names do not matter, only
  ///     bytes.
  public init(of mirror: Mirror, _ options: Verification.Options, from copies: [Copies] = []) {
    (self.mirror, self.options, self.copies) = (mirror, options, copies)
  }

  /// No run may store files until the end.
  /// - Parameters:
  ///   - isDryRun: Whether nothing is changed.
  ///   - tell: Receives the progress of the verification.
  /// - Throws: ``MirrorError`` if the directory is not a mirror, is not writable or is in use;
  ///   `CancellationError` if the task is cancelled: nothing is changed then.
  public func prepare(
    isDryRun: Bool, _ tell: (Verification.Progress) -> Void
  ) async throws -> Outcome {
    try await mirror.open(
      isDryRun ? .reading : .changing,
      diskThreads: ProcessInfo.processInfo.activeProcessorCount, niceness: 10
    ) { open in
      var outcome = Outcome()
      try await open.disk.run { for copy in copies { try IntactCopies.check(copy) } }
      let findings = try await verify(open, &outcome, tell)
      outcome.kept = findings.kept
      var incomplete = findings.incomplete
      if !isDryRun {
        try await record(findings, &outcome, in: open)
        if let found = try await restore(in: open) {
          outcome.restored = found.restored
          incomplete += found.incomplete
        }
      }
      outcome.sources = try await sources(of: incomplete, in: open)
      outcome.unavailable = try await open.perform { catalog in
        try catalog.unavailableLater(now: RunCatalog.now())
      }
      return outcome
    }
  }

  /// The sources of photos that lack a sidecar or thumbnail, and those with photos to fetch.
  private func sources(
    of incomplete: [Int64], in open: OpenMirror
  ) async throws -> [Source] {
    try await open.perform { catalog in
      let ids = try catalog.sources(ofPhotos: incomplete)
        .union(catalog.sourcesWithWaiting(now: RunCatalog.now()))
      return try catalog.sources().filter { ids.contains($0.id) }.map {
        Source(address: $0.address, choices: $0.choices)
      }
    }
  }

  private func verify(
    _ open: OpenMirror, _ outcome: inout Outcome, _ tell: (Verification.Progress) -> Void
  ) async throws -> Findings {
    var options = options
    (options.findsExtra, options.tellsSame, options.isResuming) = (false, false, false)
    var findings = Findings()
    var counts = Verification.Counts()
    try await Verification(of: mirror, options).run(in: open) { progress in
      tell(progress)
      counts = progress.counts
      guard let photo = progress.photo else { return }
      switch progress.finding {
      case .missing: findings.missing.append(photo.id)
      case .damaged, .rotten, .swapped, .obstructed:
        findings.damaged.append((photo.id, photo.path))
      case .damagedCompanion(_, let companion, _):
        findings.companions.append(companion)
        findings.incomplete.append(photo.id)
      case .incomplete: findings.incomplete.append(photo.id)
      case .edited, .unreadable: findings.kept += 1
      case .same, .extra, .renamed, nil: break
      }
    }
    outcome.counts = counts
    return findings
  }

  private func restore(in open: OpenMirror) async throws -> LostPhotos? {
    guard !copies.isEmpty else { return nil }
    var lost = try await LostPhotos(of: open)
    for copy in copies { try await lost.take(from: copy) }
    return lost
  }

  /// A kill between the two steps leaves a photo without its file, which the next run fetches.
  private func record(
    _ findings: Findings, _ outcome: inout Outcome, in open: OpenMirror
  ) async throws {
    var lost = findings.missing
    try await open.withStore(writes: true) { store in
      for (id, path) in findings.damaged {
        do throws(StorageError) {
          _ = try await store.destination.setAside(path)
          outcome.setAside += 1
          lost.append(id)
        } catch {
          guard error.isOfEntry else { throw error }
          outcome.kept += 1
        }
      }
    }
    // A run makes them again, as those that are missing.
    try await open.withStore(writes: false) { store in
      for path in findings.companions {
        do throws(StorageError) {
          _ = try await store.destination.setAside(path)
        } catch {
          guard error.isOfEntry else { throw error }
          outcome.kept += 1
        }
      }
    }
    try await open.perform { [lost] in try $0.noteLosses(ofPhotos: lost) }
  }
}
