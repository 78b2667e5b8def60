import Locking
import MirrorCore

/// A queue in memory, for tests. Several workers share one store.
package struct MemoryQueue: WorkQueue {
  /// The content of a queue, and its clock.
  package struct Store: Sendable {
    struct Job: Sendable {
      var token = 0
      var attempts = 0
      var notBefore = 0.0
      var worker: Int?
      var isDead = false
      var isAddressLost = false
    }

    /// In seconds.
    package var now = 0.0
    var jobs: [Int64: Job] = [:]
    /// By worker: when its lease is over.
    var leases: [Int: Double] = [:]
    /// By photo: why it is dead.
    package fileprivate(set) var reasons: [Int64: String] = [:]

    package init() {}
  }

  /// In seconds.
  package static let lease = 60.0

  private let store: Locked<Store>
  private let catalog: MemoryCatalog
  private let worker: Int
  /// The photos that this worker has, with their tokens and attempts.
  private let claims = Locked<[Int64: (token: Int, attempt: Int)]>([:])

  package init(_ store: Locked<Store>, _ catalog: MemoryCatalog) {
    (self.store, self.catalog) = (store, catalog)
    worker = store.withLock { store in
      let worker = store.leases.count
      store.leases[worker] = store.now + Self.lease
      return worker
    }
  }

  /// Extends the lease, and gives the photos of workers whose leases are over to others.
  package func beat() {
    store.withLock { store in
      store.leases[worker] = store.now + Self.lease
      for (id, job) in store.jobs {
        guard let owner = job.worker, store.leases[owner, default: 0] < store.now else { continue }
        store.jobs[id]?.worker = nil
        store.jobs[id]?.isDead = job.attempts >= ClaimedPhoto.mostAttempts
      }
    }
  }

  package func enqueue(_ ids: [Int64]) async throws(MirrorError) {
    let waiting = Set(
      try await catalog.photos(ids).filter { !$0.record.isMirrored }.map(\.record.id))
    store.withLock { store in
      for id in ids where waiting.contains(id) && store.jobs[id]?.isDead ?? true {
        store.jobs[id] = Store.Job(token: store.jobs[id]?.token ?? 0, notBefore: store.now)
      }
    }
  }

  package func claim(_ most: Int) async throws(MirrorError) -> [ClaimedPhoto] {
    let claimed = store.withLock { store in
      let free = store.jobs.filter {
        $1.worker == nil && !$1.isDead && $1.notBefore <= store.now
      }.sorted { ($0.value.notBefore, $0.key) < ($1.value.notBefore, $1.key) }.prefix(max(0, most))
      return free.map { id, job in
        var job = job
        (job.token, job.attempts, job.worker) = (job.token + 1, job.attempts + 1, worker)
        store.jobs[id] = job
        claims.withLock { $0[id] = (job.token, job.attempts) }
        return (id, job)
      }
    }
    let records = try await catalog.photos(claimed.map(\.0))
    return zip(claimed, records).map {
      ClaimedPhoto(
        record: $1.record, attempt: $0.1.attempts, isAddressLost: $0.1.isAddressLost)
    }
  }

  package func isOpen() async throws(MirrorError) -> Bool {
    store.withLock { $0.jobs.values.contains { !$0.isDead } }
  }

  /// Ends a claim that still holds, by what `body` makes of the job.
  private func end(
    _ id: Int64, _ body: (inout Store, Store.Job, _ attempt: Int) -> Void
  ) -> Bool {
    guard let claim = claims.withLock({ $0.removeValue(forKey: id) }) else { return false }
    return store.withLock { store in
      guard let job = store.jobs[id], job.token == claim.token, job.worker != nil else {
        return false
      }
      body(&store, job, claim.attempt)
      return true
    }
  }

  package func finish(_ photos: [MirroredPhoto]) async throws(MirrorError) -> Set<Int64> {
    var (held, lost): ([MirroredPhoto], [MirroredPhoto]) = ([], [])
    for photo in photos {
      let isOurs = end(photo.id) { store, _, _ in store.jobs[photo.id] = nil }
      if isOurs { held.append(photo) } else { lost.append(photo) }
    }
    try await catalog.complete(held)
    let recorded = try await catalog.photos(lost.map(\.id))
    let same = zip(lost, recorded).filter { $1.file?.sha256 == $0.sha256 }.map(\.0.id)
    return Set(lost.map(\.id)).subtracting(same)
  }

  package func postpone(_ id: Int64, _ setback: Setback) async throws(MirrorError) -> Bool {
    end(id) { store, job, attempt in
      var job = job
      job.worker = nil
      job.attempts -= setback.isUntried ? 1 : 0
      job.isAddressLost = job.isAddressLost || setback.isAddressLost
      job.notBefore = store.now + setback.delay(afterAttempt: attempt)
      store.jobs[id] = job
    }
  }

  package func bury(
    _ id: Int64, reason: String, isRefusal: Bool
  ) async throws(MirrorError) -> Bool {
    let isOurs = end(id) { store, _, _ in
      store.jobs[id]?.worker = nil
      store.jobs[id]?.isDead = true
      store.reasons[id] = reason
    }
    guard isOurs else { return false }
    if isRefusal {
      _ = try await catalog.refuse(id, reason: reason)
    } else {
      try await catalog.fail(id, reason: reason, isDeferred: false)
    }
    return true
  }

  package func release() async throws(MirrorError) {
    claims.withLock { $0 = [:] }
    store.withLock { store in
      for (id, job) in store.jobs where job.worker == worker {
        store.jobs[id]?.worker = nil
        store.jobs[id]?.attempts = job.attempts - 1
      }
    }
  }
}
