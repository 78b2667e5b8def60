import Locking

/// The queue of a worker, with the number of photos that it has: each leaves it by one of the methods.
final class OpenClaims: WorkQueue {
  private let queue: any WorkQueue
  private let ids = Locked<Set<Int64>>([])
  private let waiter = Locked<(most: Int, continuation: CheckedContinuation<Void, Never>)?>(nil)

  init(_ queue: any WorkQueue) { self.queue = queue }

  var count: Int { ids.withLock(\.count) }

  /// Waits until at most `most` photos are open, or the task is cancelled.
  func fall(to most: Int) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        waiter.withLock { $0 = (most, continuation) }
        wake(isEnd: Task.isCancelled)
      }
    } onCancel: {
      wake(isEnd: true)
    }
  }

  private func wake(isEnd: Bool = false) {
    let count = count
    let woken = waiter.withLock { waiter -> CheckedContinuation<Void, Never>? in
      guard let (most, continuation) = waiter, isEnd || count <= most else { return nil }
      waiter = nil
      return continuation
    }
    woken?.resume()
  }

  private func end(_ ended: some Sequence<Int64>) {
    ids.withLock { $0.subtract(ended) }
    wake()
  }

  func enqueue(_ ids: [Int64]) async throws(MirrorError) { try await queue.enqueue(ids) }

  func claim(_ most: Int) async throws(MirrorError) -> [ClaimedPhoto] {
    let claimed = try await queue.claim(most)
    ids.withLock { $0.formUnion(claimed.map(\.record.id)) }
    return claimed
  }

  func isOpen() async throws(MirrorError) -> Bool { try await queue.isOpen() }

  func finish(_ photos: [MirroredPhoto]) async throws(MirrorError) -> Set<Int64> {
    defer { end(photos.map(\.id)) }
    return try await queue.finish(photos)
  }

  func postpone(_ id: Int64, _ setback: Setback) async throws(MirrorError) -> Bool {
    defer { end([id]) }
    return try await queue.postpone(id, setback)
  }

  func bury(_ id: Int64, reason: String, isRefusal: Bool) async throws(MirrorError) -> Bool {
    defer { end([id]) }
    return try await queue.bury(id, reason: reason, isRefusal: isRefusal)
  }

  func release() async throws(MirrorError) { try await queue.release() }
}
