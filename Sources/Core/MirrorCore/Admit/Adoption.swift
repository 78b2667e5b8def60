/// Adopts files that are stored under a photo's name without a record, which is the state after a kill
/// between the rename and the record.
struct Adoption: Sendable {
  let destination: MirrorFiles
  let inspector: FileInspection
  let store: StoreStage
  let failures: FailureHandler
  let announcer: Announcer
  /// The number of files adopted at once: with as many as there are decoders, groups of the store stage would have no
  /// more photos than that, each for the time of a whole group.
  let width: Int

  /// - Returns: The jobs that no stored file completes, in order.
  func adopt(_ jobs: [PhotoJob]) async throws -> [PhotoJob] {
    let found = try await destination.find(stems: jobs.map(\.stem))
    guard !found.isEmpty else { return jobs }
    var ended: Set<Int64> = []
    try await withThrowingTaskGroup(of: (Int64, Bool).self) { group in
      var waiting = jobs.filter { found[$0.stem] != nil }[...]
      for _ in 0..<width { if let job = waiting.popFirst() { begin(job) } }
      while let (id, isEnded) = try await group.next() {
        if isEnded { ended.insert(id) }
        if let job = waiting.popFirst() { begin(job) }
      }
      func begin(_ job: PhotoJob) {
        guard let path = found[job.stem] else { return }
        group.addTask { (job.id, try await adopt(job, path)) }
      }
    }
    return jobs.filter { !ended.contains($0.id) }
  }

  /// Moves a broken file away, never deletes it; its photo is downloaded.
  /// - Returns: Whether the photo has its result.
  private func adopt(_ job: PhotoJob, _ path: String) async throws -> Bool {
    try Task.checkCancellation()
    do {
      return try await adopted(job, path)
    } catch {
      if case .stop(let error) = await failures.note(error, of: job, at: .admit) { throw error }
      return true
    }
  }

  private func adopted(_ job: PhotoJob, _ path: String) async throws -> Bool {
    let inspection: Inspection
    do {
      inspection = try await destination.inspection(of: path, by: inspector)
    } catch let failure as PhotoFailure {
      if let place = try await destination.setAside(path) {
        announcer.announce(.noted(.setAside(path: path, reason: failure.reason, place: place)))
      }
      return false
    }
    let photo = InspectedPhoto(
      job: job, picture: .stored, path: path, inspection: inspection,
      rendition: job.photo.rendition(like: inspection))
    let stored = try await store.store(photo)
    announcer.announce(.ended(job.facts, .adopted(stored)))
    failures.noteSuccess()
    return true
  }
}
