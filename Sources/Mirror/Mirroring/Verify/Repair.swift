import Catalog
import Foundation
import MirrorCore

/// Finds the files of a mirror that are missing or bad, and mends them, each in the first of these ways that gives its
/// recorded bytes: a file that was renamed, swapped or set aside gets its name back; a copy elsewhere is taken; and a run
/// fetches the photo again.
///
/// A bad file stays until its replacement is proven, and is moved to the set-aside folder then, never deleted. A file that
/// was edited stays. A run for each source of the outcome, with ``MirrorConfiguration/readsListing`` false and
/// ``MirrorConfiguration/damaged`` set, completes the repair; then ``remaining(after:)`` says what is not whole.
public struct Repair: Sendable {
  /// What was found, and done unless it is a dry run.
  public struct Outcome: Sendable, Hashable {
    /// The findings of the verification.
    public fileprivate(set) var counts = Verification.Counts()
    /// Files that were moved to the set-aside folder.
    public fileprivate(set) var setAside = 0
    /// Photos whose files were taken from copies.
    public fileprivate(set) var restored = 0
    /// Photos whose files had other names in the mirror, and have their own again.
    public fileprivate(set) var moved = 0
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
    /// Its photos whose files are bad, by their rows: ``MirrorConfiguration/damaged`` of the run that fetches them.
    public fileprivate(set) var damaged: Set<Int64> = []
  }

  private struct Findings {
    var photos: [DamagedPhoto] = []
    /// The paths of damaged sidecars and thumbnails.
    var companions: [String] = []
    /// Photos whose sidecar or thumbnail is missing or damaged.
    var incomplete: [Int64] = []
  }

  private let mirror: Mirror
  private let options: Verification.Options
  private let copies: [Copies]

  /// A place that may have copies of lost files.
  public enum Copies: Sendable {
    /// Another mirror, with its trash and its set-aside folder, or any folder.
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
    isDryRun: Bool, _ tell: @escaping (Verification.Progress) -> Void
  ) async throws -> Outcome {
    try await mirror.open(
      isDryRun ? .reading : .changing,
      diskThreads: ProcessInfo.processInfo.activeProcessorCount, niceness: 10
    ) { open in
      var outcome = Outcome()
      try await open.disk.run { for copy in copies { try IntactCopies.check(copy) } }
      var findings = try await verify(open, &outcome, tell)
      if !isDryRun { try await mend(&findings, &outcome, in: open) }
      outcome.kept += findings.photos.count { [.edited, .unreadable].contains($0.state) }
      outcome.sources = try await sources(for: findings, in: open)
      outcome.unavailable = try await open.perform { catalog in
        try catalog.unavailableLater(now: Catalog.now())
      }
      return outcome
    }
  }

  /// How many photos are still missing or bad after the runs for the sources of an outcome. Their files are read.
  /// - Throws: As ``prepare(isDryRun:_:)``.
  public func remaining(after outcome: Outcome) async throws -> Int {
    try await mirror.open(.reading) { open in
      let lost = try await open.perform { try $0.expectedCount().lost }
      let ids = outcome.sources.flatMap(\.damaged).sorted()
      let photos = try await open.perform { try $0.expected(ids) }.filter { !$0.isLost }
      return try await open.withStore(writes: false) { store in
        var count = lost
        for photo in photos {
          let there = try? await store.files.fingerprint(of: photo.file.path)
          if !photo.fingerprints.contains(where: { $0 == there }) { count += 1 }
        }
        return count
      }
    }
  }

  private func verify(
    _ open: OpenMirror, _ outcome: inout Outcome, _ tell: @escaping (Verification.Progress) -> Void
  ) async throws -> Findings {
    var options = options
    (options.findsExtra, options.tellsSame, options.isResuming) = (false, false, false)
    var findings = Findings()
    var counts = Verification.Counts()
    try await Verification(of: mirror, options).run(in: open) { progress in
      tell(progress)
      counts = progress.counts
      guard let photo = progress.photo, let finding = progress.finding else { return }
      findings.photos += [DamagedPhoto(finding, of: photo)].compactMap(\.self)
      switch finding {
      case .damagedCompanion(_, let companion, _):
        findings.companions.append(companion)
        findings.incomplete.append(photo.id)
      case .incomplete: findings.incomplete.append(photo.id)
      default: break
      }
    }
    outcome.counts = counts
    return findings
  }

  /// Takes what the mirror and the copies have, and records what is missing then.
  private func mend(
    _ findings: inout Findings, _ outcome: inout Outcome, in open: OpenMirror
  ) async throws {
    try await noteWhole(besides: findings.photos, in: open)
    var wanted = try await WantedPhotos(findings.photos, of: open)
    try await wanted.takeMisplaced()
    for copy in copies { try await wanted.take(from: copy) }
    (outcome.moved, outcome.setAside) = (wanted.moved, wanted.asides.count)
    outcome.restored = wanted.restored.count - wanted.moved
    findings.incomplete += wanted.incomplete
    findings.photos.removeAll { wanted.restored.contains($0.id) }
    let missing = findings.photos.filter { $0.state == .missing }.map(\.id)
    try await open.perform { try $0.noteLosses(ofPhotos: missing) }
    try await setAside(findings.companions, &outcome, in: open)
  }

  /// Records that photos are in the mirror which count as lost and have whole files.
  private func noteWhole(besides damages: [DamagedPhoto], in open: OpenMirror) async throws {
    let bad = Set(damages.map(\.id))
    for try await photos in open.catalog.lost(batch: 500) {
      let whole = photos.map(\.file.id).filter { !bad.contains($0) }
      try await open.perform { try $0.noteFound(ofPhotos: whole) }
    }
  }

  /// A run makes damaged sidecars and thumbnails again, as those that are missing.
  private func setAside(
    _ companions: [String], _ outcome: inout Outcome, in open: OpenMirror
  ) async throws {
    try await open.withStore(writes: false) { store in
      for path in companions {
        do throws(StorageError) {
          _ = try await store.files.setAside(path)
        } catch {
          guard error.isOfEntry else { throw error }
          outcome.kept += 1
        }
      }
    }
  }

  /// The sources of photos to fetch again or to complete, and those with photos that wait.
  private func sources(for findings: Findings, in open: OpenMirror) async throws -> [Source] {
    let bad = findings.photos.filter {
      FileAction(to: $0.state, from: .same, keepsEdits: true) == .replace && $0.state != .unreadable
    }.map(\.id)
    return try await open.perform { catalog in
      let damaged = Dictionary(grouping: try catalog.photos(bad), by: \.record.source)
      let ids = try catalog.sources(ofPhotos: findings.incomplete)
        .union(catalog.sourcesWithWaiting(now: Catalog.now())).union(damaged.keys)
      return try catalog.sources().filter { ids.contains($0.id) }.map { source in
        Source(
          address: source.address, choices: source.choices,
          damaged: Set((damaged[source.id] ?? []).map(\.record.id)))
      }
    }
  }
}
