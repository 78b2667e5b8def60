import Catalog
import Foundation
import Images
import LocalFiles
import MirrorCore
import Threads

/// Finds the files of a mirror that are missing or damaged, and makes their photos wait to be fetched again.
///
/// A damaged file is moved to the set-aside folder, never deleted. A file that is another whole picture was
/// edited, and stays. Fetching is the task of a run with ``MirrorConfiguration/readsListing`` false for each
/// source.
public struct Repair: Sendable {
  /// What was found, and done unless it is a dry run.
  public struct Outcome: Sendable, Hashable {
    public fileprivate(set) var counts = Verification.Counts()
    /// Damaged files that were moved to the set-aside folder.
    public fileprivate(set) var setAside = 0
    /// Files that were edited, or that cannot be read: they stay.
    public fileprivate(set) var kept = 0
    /// Sources that have photos to fetch, or photos without sidecar or thumbnail.
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
    var kept = 0
  }

  private let path: String
  private let options: Verification.Options
  private let decoders: DecoderProcesses?

  /// - Parameters:
  ///   - path: A mirror's directory.
  ///   - options: How to look for damage.
  ///   - decoders: Decode changed files; nil: this process decodes.
  public init(
    of path: String, _ options: Verification.Options, decodedBy decoders: DecoderProcesses? = nil
  ) {
    self.path = path
    (self.options, self.decoders) = (options, decoders)
  }

  /// - Parameters:
  ///   - isDryRun: Whether nothing is changed.
  ///   - tell: Receives the progress of the verification.
  /// - Throws: ``MirrorError`` if the directory is not a mirror, is not writable or is in use;
  ///   `CancellationError` if the task is cancelled: nothing is changed then.
  public func prepare(
    isDryRun: Bool, _ tell: (Verification.Progress) -> Void
  ) async throws -> Outcome {
    let disk = ThreadPool(name: "disk", width: 1)
    let result: Result<Outcome, any Error>
    do {
      result = .success(try await prepare(isDryRun: isDryRun, on: disk, tell))
    } catch {
      result = .failure(error)
    }
    await disk.shutdown()
    return try result.get()
  }

  private func prepare(
    isDryRun: Bool, on disk: ThreadPool, _ tell: (Verification.Progress) -> Void
  ) async throws -> Outcome {
    let directory = MirrorDirectory(path)
    // A directory that is no mirror must not become one.
    let isMirror = try await disk.run { () throws(MirrorError) in try directory.isMirror() }
    guard isMirror else {
      throw MirrorError.directory(
        "there is no mirror in \(directory.path)", .notAMirror(directory.path))
    }
    // Held until the end: no run may store files meanwhile.
    var lock: DirectoryLock?
    if !isDryRun {
      lock = try await disk.run { () throws(MirrorError) in
        _ = try directory.prepare()
        return try DirectoryLock(directory)
      }
    }
    defer { withExtendedLifetime(lock) {} }
    var outcome = Outcome()
    let findings = try await verify(&outcome, tell)
    outcome.kept = findings.kept
    if !isDryRun { try await record(findings, &outcome, in: directory, on: disk) }
    outcome.sources = try await disk.run { () throws(MirrorError) in try sources(in: directory) }
    return outcome
  }

  private func verify(
    _ outcome: inout Outcome, _ tell: (Verification.Progress) -> Void
  ) async throws -> Findings {
    var options = options
    (options.findsExtra, options.tellsSame, options.isResuming) = (false, false, false)
    var findings = Findings()
    var counts = Verification.Counts()
    try await Verification(of: path, options, decodedBy: decoders).run { progress in
      tell(progress)
      counts = progress.counts
      guard let photo = progress.photo else { return }
      switch progress.finding {
      case .missing: findings.missing.append(photo.id)
      case .damaged: findings.damaged.append((photo.id, photo.path))
      case .edited, .unreadable: findings.kept += 1
      case .incomplete, .same, .extra, nil: break
      }
    }
    outcome.counts = counts
    return findings
  }

  /// A kill between the two steps leaves a photo without its file, which the next run fetches.
  private func record(
    _ findings: Findings, _ outcome: inout Outcome, in directory: MirrorDirectory,
    on disk: ThreadPool
  ) async throws {
    let location = try await disk.run { () throws(MirrorError) in try directory.store() }
    let store = try await OpenedStore.open(location, for: directory, on: disk)
    let destination = store.destination
    var lost = findings.missing
    for (id, path) in findings.damaged {
      do throws(StorageError) {
        _ = try await destination.setAside(path)
        outcome.setAside += 1
        lost.append(id)
      } catch {
        guard error.isOfEntry else {
          await store.close()
          throw error.error
        }
        outcome.kept += 1
      }
    }
    await store.close()
    try await disk.run { [lost] () throws(MirrorError) in
      let catalog = try Catalog(changing: directory)
      do throws(CatalogError) {
        try catalog.noteLosses(ofPhotos: lost)
      } catch {
        throw MirrorError(error)
      }
    }
  }

  private func sources(in directory: MirrorDirectory) throws(MirrorError) -> [Source] {
    guard let catalog = try Catalog(existingIn: directory) else { return [] }
    do {
      return try catalog.counts().filter { $0.waiting + $0.mirrored > 0 }.map {
        Source(address: $0.source.address, choices: $0.source.choices)
      }
    } catch {
      throw MirrorError(error)
    }
  }
}
