import Locking

/// Records events from any thread, in the order of the calls.
public final class EventRecorder<Event: Sendable>: Sendable {
  private struct State {
    var events: [Event] = []
    var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Locked(State())

  /// A recorder without events.
  public init() {}

  /// All events so far.
  public var events: [Event] { state.withLock { $0.events } }

  /// Adds an event.
  public func record(_ event: Event) {
    let ready = state.withLock { state in
      state.events.append(event)
      let count = state.events.count
      defer { state.watchers.removeAll { $0.count <= count } }
      return state.watchers.filter { $0.count <= count }.map(\.continuation)
    }
    for watcher in ready { watcher.resume() }
  }

  /// Waits until at least `count` events are recorded.
  public func waitForEvents(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.events.count < count { state.watchers.append((count, continuation)) }
        return state.events.count >= count
      }
      if isThere { continuation.resume() }
    }
  }
}
