import Locking
import Operations

/// Tells the delegate what happens, one call at a time and in order, on a thread of its own, and
/// counts what the summary will say.
///
/// A delegate that is slow (a paused terminal) delays nobody: events wait in memory, and progress,
/// which the next one makes stale, is dropped while many wait.
package final class Announcer: Sendable {
  private struct State {
    var summary = MirrorSummary(ending: .finished)
    var waiting = 0
  }

  private static let patience = 1000

  private let state = Locked(State())
  private let events: AsyncStream<MirrorEvent>.Continuation
  private let delivery: Task<Void, Never>
  private let thread = ThreadPool(name: "events", width: 1)

  package init(_ delegate: (any MirrorDelegate)?) {
    let (stream, events) = AsyncStream.makeStream(of: MirrorEvent.self)
    self.events = events
    let state = state
    delivery = Task(executorPreference: thread) {
      for await event in stream {
        state.withLock { $0.waiting -= 1 }
        if let delegate { event.tell(delegate) }
      }
    }
  }

  package func announce(_ event: MirrorEvent) {
    let isDropped = state.withLock { state in
      if case .progressed = event, state.waiting > Self.patience { return true }
      state.waiting += 1
      state.summary.count(event)
      return false
    }
    if !isDropped { events.yield(event) }
  }

  /// Counts bytes that came in. Any thread.
  package func count(fetched bytes: Int64) {
    state.withLock { $0.summary.bytesFetched += bytes }
  }

  /// Tells the summary, waits until the delegate has heard everything, and ends the thread.
  package func finish(
    _ ending: MirrorSummary.Ending, isListingComplete: Bool, elapsed: Duration
  ) async -> MirrorSummary {
    let summary = state.withLock { state in
      state.summary.ending = ending
      state.summary.isListingComplete = isListingComplete
      state.summary.elapsed = elapsed
      return state.summary
    }
    announce(.finished(summary))
    await close()
    return summary
  }

  /// Waits until the delegate has heard everything, and ends the thread.
  package func close() async {
    events.finish()
    await delivery.value
    await thread.shutdown()
  }
}

extension MirrorSummary {
  fileprivate mutating func count(_ event: MirrorEvent) {
    if case .listed(let page) = event {
      refused += page.refused.count
      skipped += page.skipped.count
    }
    guard case .ended(_, let result) = event else { return }
    switch result {
    case .mirrored: mirrored += 1
    case .adopted: adopted += 1
    case .known: known += 1
    case .replaced: replaced += 1
    case .wouldFetch: wouldFetch += 1
    case .failed: failed += 1
    case .unavailable: unavailable += 1
    }
  }
}

extension MirrorEvent {
  fileprivate func tell(_ delegate: any MirrorDelegate) {
    switch self {
    case .started(let run): delegate.mirrorDidStart(run)
    case .listed(let page): delegate.mirrorDidList(page)
    case .progressed(let progress): delegate.mirrorDidProgress(progress)
    case .retrying(let retry): delegate.mirrorWillRetry(retry)
    case .ended(let photo, let result): delegate.mirrorDidEnd(photo, result)
    case .noted(let note): delegate.mirrorDidNote(note)
    case .finished(let summary): delegate.mirrorDidFinish(summary)
    }
  }
}
