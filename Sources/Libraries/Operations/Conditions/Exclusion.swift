import Locking

/// Mutual exclusion by keys among the operations that name the same `Exclusion`.
///
/// An operation acquires its keys when it starts, all or none, in the order of the requests, and releases
/// them when its body and its children have ended. The wait blocks no thread; an operation that waits in a
/// queue keeps the queue's slot.
public final class Exclusion: Sendable {
  private struct State {
    var next: UInt64 = 0
    var exclusion = ExclusionState<CancellableWait>()
  }

  /// Keys that a task acquired. A task that it opened may outlive it and the keys.
  struct Holding: Sendable, Equatable {
    let exclusion: Exclusion
    let ticket: UInt64

    var isLive: Bool { exclusion.state.withLock { $0.exclusion.isHeld(by: ticket) } }

    static func == (left: Self, right: Self) -> Bool {
      left.exclusion === right.exclusion && left.ticket == right.ticket
    }
  }

  typealias Held = [Holding]

  /// The keys that the task and its enclosing tasks acquired.
  @TaskLocal static var held: Held = []

  private let state = Locked(State())

  /// An exclusion without any key held.
  public init() {}

  /// Runs `body` while it holds `keys`.
  ///
  /// - Throws: `ExclusionHeld` if an enclosing task holds one of the keys, because the wait would be a
  ///   deadlock; `CancellationError` if the task is cancelled while it waits.
  public func withKeys<Output>(
    _ keys: Set<String>, _ body: () async throws -> Output
  ) async throws -> Output {
    // Only keys that are still held: a task may outlive the holder that opened it.
    let held = Self.held.filter(\.isLive)
    let own = held.filter { $0.exclusion === self }.map(\.ticket)
    let around = own.isEmpty ? [] : state.withLock { $0.exclusion.keys(of: own) }
    if let key = around.intersection(keys).min() { throw ExclusionHeld(key: key) }
    let ticket = try await take(keys)
    defer { release(ticket) }
    return try await Self.$held.withValue(
      held + [Holding(exclusion: self, ticket: ticket)], operation: body)
  }

  /// Whether the task is inside a holder of keys.
  static var isHeld: Bool { held.contains(where: \.isLive) }

  /// Runs `body` as work that is inside no holder of keys.
  static func outside(_ body: () -> Void) {
    held.isEmpty ? body() : $held.withValue([], operation: body)
  }

  private func take(_ keys: Set<String>) async throws -> UInt64 {
    try Task.checkCancellation()
    let ticket = state.withLock { state in
      state.next += 1
      return state.next
    }
    let wait = CancellableWait()
    guard !state.withLock({ $0.exclusion.take(keys, ticket, wait) }) else { return ticket }
    do {
      try await wait.value()
    } catch {
      release(ticket)
      throw error
    }
    return ticket
  }

  /// Releases the keys, or leaves the lines.
  private func release(_ ticket: UInt64) {
    // One that was cancelled at this moment releases them itself.
    for next in state.withLock({ $0.exclusion.release(ticket) }) { next.end() }
  }
}

/// An operation requested a key that an enclosing operation holds, which would be a deadlock.
public struct ExclusionHeld: Error, CustomStringConvertible {
  /// The key.
  public let key: String

  public var description: String { "\"\(key)\" is held by the operation around this one" }
}
