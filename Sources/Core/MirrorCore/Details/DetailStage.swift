import Locking
import Operations
import ProviderKit

/// Requests what the user wants to know around photos, after all photos of a run are mirrored: they come first,
/// and share the limit of calls.
///
/// Each photo's result is recorded when its sidecars are written, so that a run that ends early loses at most
/// the answers on their way.
struct DetailStage: Sendable {
  private static let batchSize = 256
  /// Photos whose details are requested at the same time: each costs a few small answers.
  private static let width = 4
  /// This many failures in a row end the stage: the others would fail too.
  private static let mostFailures = 16

  let client: SiteClient
  let catalog: any PhotoCatalog
  let sidecars: SidecarUpdate
  let announcer: Announcer
  /// Empty if nothing is wanted.
  let parts: Set<PhotoDetails.Part>

  /// Notes a page's photos, which have these records.
  func note(_ photos: [(photo: Photo, id: Int64)]) async throws(MirrorError) {
    guard !parts.isEmpty else { return }
    try await catalog.noteListed(
      photos.map { DetailCandidate(id: $0.id, updatedAt: $0.photo.updatedAt) }, wanting: parts)
  }

  /// - Throws: The error that ends the run, or `CancellationError`.
  func run() async throws {
    guard !parts.isEmpty else { return }
    let tally = DetailTally(
      of: try await catalog.dueDetailCount(), mostFailures: Self.mostFailures, announcer)
    var last: Int64 = 0
    repeat {
      try Task.checkCancellation()
      let batch = try await catalog.dueDetails(after: last, limit: Self.batchSize)
      guard let end = batch.last else { break }
      last = end.id
      try await run(batch, tally)
    } while !tally.isOver
    tally.announceResult()
  }

  private func run(_ batch: [DueDetails], _ tally: DetailTally) async throws {
    let fetching = GroupOperation.forEach(batch, width: Self.width) { due in
      AsyncOperation { [self] in
        guard !tally.isOver else { return }
        try await fetch(due, tally)
        tally.noteEnd()
      }
    }
    _ = try await fetching.run()
  }

  private func fetch(_ due: DueDetails, _ tally: DetailTally) async throws {
    guard let known = try await catalog.metadata(of: due.id) else { return }
    var photo = known
    photo.details = nil
    let answer: (details: PhotoDetails, wasAsked: Bool)
    do {
      answer = try await client.details(of: photo, due.parts)
    } catch {
      try tally.note(error)
      return
    }
    photo.details = (known.details ?? PhotoDetails()).replacing(with: answer.details)
    let picture = try await catalog.picture(of: due.id)
    // The record comes last: a kill in between has the same answer written again.
    try await sidecars.update([
      .init(
        path: due.path, before: known, after: photo, beside: picture,
        albums: .init(try await catalog.albumTags(of: due.id)))
    ])
    try await catalog.complete(due, with: answer.details)
    if answer.wasAsked { tally.noteSuccess() }
  }
}

/// The results of the stage so far.
final class DetailTally: Sendable {
  private struct State {
    var done = 0
    var fetched = 0
    var failed = 0
    var failuresInRow = 0
    var reason = ""
  }

  private let total: Int
  private let mostFailures: Int
  private let announcer: Announcer
  private let state = Locked(State())

  init(of total: Int, mostFailures: Int, _ announcer: Announcer) {
    (self.total, self.mostFailures, self.announcer) = (total, mostFailures, announcer)
    if total > 0 { announcer.announce(.detailed(DetailFacts(done: 0, total: total))) }
  }

  var isOver: Bool { state.withLock { $0.failuresInRow >= mostFailures } }

  /// A photo is done, with whatever result.
  func noteEnd() {
    // Within the lock: the delegate gets the counts in their order.
    state.withLock { state in
      state.done += 1
      announcer.announce(.detailed(DetailFacts(done: state.done, total: max(total, state.done))))
    }
  }

  func noteSuccess() {
    state.withLock { state in
      state.fetched += 1
      state.failuresInRow = 0
    }
  }

  /// Counts the failure of one photo.
  /// - Throws: An error that concerns all photos.
  func note(_ error: any Error) throws {
    if error is CancellationError { throw error }
    let failure = MirrorError(readingSource: error)
    if case .directory = failure { throw failure }
    if let kind = error.providerFailure?.kind, [.setting, .source, .unsupported].contains(kind) {
      throw failure
    }
    // A photo that is gone meanwhile says nothing about the others.
    let isOfPhoto = error.providerFailure?.kind == .photo
    state.withLock { state in
      state.failed += 1
      state.failuresInRow = isOfPhoto ? 0 : state.failuresInRow + 1
      state.reason = failure.message
    }
  }

  func announceResult() {
    let state = state.withLock(\.self)
    if state.fetched > 0 { announcer.announce(.noted(.detailsFetched(photos: state.fetched))) }
    if state.failed > 0 {
      announcer.announce(.noted(.detailsMissing(photos: state.failed, reason: state.reason)))
    }
  }
}
