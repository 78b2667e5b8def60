import Glibc
import Operations

/// The store stage: gives proven files their final names, durably, in groups.
///
/// While one group is on its way to the disk the next one gathers, so that groups grow with the
/// load: many files are synced at once, a directory once per group, and one transaction records
/// them all. Order per photo: synced, renamed, directory synced, recorded.
actor Committer {
  private struct Waiting {
    let file: ProvenFile
    let continuation: CheckedContinuation<StoredFacts, any Error>
  }

  private static let groupSize = 64

  private let keeper: CatalogKeeper
  private let writer: GroupWriter
  private var waiting: [Waiting] = []
  private var isBusy = false

  init(
    parts: PartFolder, keeper: CatalogKeeper, companions: CompanionFiles, pool: ThreadPool
  ) {
    self.keeper = keeper
    writer = GroupWriter(
      directory: companions.directory, parts: parts, companions: companions, pool: pool)
  }

  /// Returns once the photo is durable and recorded.
  /// - Throws: ``PhotoFailure``, or ``MirrorError`` where the directory fails.
  func store(_ file: ProvenFile) async throws -> StoredFacts {
    try await withCheckedThrowingContinuation { continuation in
      waiting.append(Waiting(file: file, continuation: continuation))
      guard !isBusy else { return }
      isBusy = true
      Task { await commitWaiting() }
    }
  }

  private func commitWaiting() async {
    while !waiting.isEmpty {
      let group = Array(waiting.prefix(Self.groupSize))
      waiting.removeFirst(group.count)
      await commit(group)
    }
    isBusy = false
  }

  private func commit(_ group: [Waiting]) async {
    let results = await writer.write(group.map(\.file))
    let stored = results.compactMap { try? $0.get() }
    do {
      try await keeper.record(stored.map(\.record))
      await writer.discardParts(of: stored)
      for (waiting, result) in zip(group, results) {
        waiting.continuation.resume(with: result.map(\.facts))
      }
    } catch {
      for waiting in group { waiting.continuation.resume(throwing: error) }
    }
  }
}
