import Locking
import Threads

/// Delivers events to the delegate, one at a time and in order, on its own thread, and counts them for the
/// summary.
///
/// A slow delegate (a paused terminal) delays nothing: events are queued in memory, and progress events
/// are dropped while the queue is long.
package final class Announcer: Sendable {
  private struct State {
    var summary = MirrorSummary(ending: .finished)
    var waiting = 0
  }

  /// Queued events beyond which progress events are dropped.
  private static let longQueue = 1000

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
        delegate?.mirror(didEmit: event)
      }
    }
  }

  /// Counts an event and queues it for the delegate. Any thread; does not block.
  package func announce(_ event: MirrorEvent) {
    let isDropped = state.withLock { state in
      if case .progressed = event, state.waiting > Self.longQueue { return true }
      state.waiting += 1
      state.summary.totals.count(event)
      return false
    }
    if !isDropped { events.yield(event) }
  }

  /// Counts received bytes. Any thread.
  package func count(fetched bytes: Int64) {
    state.withLock { $0.summary.bytesFetched += bytes }
  }

  /// Records what the run found about photos that are gone.
  func note(_ report: GoneReport) { state.withLock { $0.summary.gone = report } }

  /// Records that the listing was not read to its end.
  package func note(fullPassIn seconds: Int64) {
    state.withLock { $0.summary.fullPassIn = seconds }
  }

  /// Records how many photos lack details that were requested.
  package func note(pendingDetails count: Int) {
    state.withLock { $0.summary.pendingDetails = count }
  }

  /// Whether the run has stored, moved or deleted photos so far.
  package var hasChanges: Bool {
    state.withLock { state in
      let (totals, gone) = (state.summary.totals, state.summary.gone)
      return totals.mirrored + totals.adopted + totals.replaced + totals.restored > 0
        || (gone?.newlyGone ?? 0) + (gone?.trashed ?? 0) + (gone?.deleted ?? 0) > 0
    }
  }

  /// Whether the run brought photos back from the trash or deleted some so far, of which no file tells.
  package var hasUntracedChanges: Bool {
    state.withLock { $0.summary.totals.restored > 0 || ($0.summary.gone?.deleted ?? 0) > 0 }
  }

  /// Delivers the summary, waits until the delegate has received every event, and ends the thread.
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

  /// Waits until the delegate has received every event, and ends the thread.
  package func close() async {
    events.finish()
    await delivery.value
    await thread.shutdown()
  }
}
