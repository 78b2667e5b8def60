/// The inputs of a group: children are made of them in their order, one at a time, by tasks with a free slot.
///
/// `@unchecked Sendable`: only the holder of the turn reads; no lock, because that may take long, and calls the
/// user's code. All else is guarded by the lock of the group's children.
final class InputReader: @unchecked Sendable {
  enum Source {
    /// Returns the child of the next input; nil if there is none.
    case sequence(() -> TaskOperation?)
    case stream(() async throws -> TaskOperation?)
  }

  private let source: Source
  /// Called at the end of each child, with its number.
  let note: (@Sendable (TaskOperation, Int) -> Void)?
  /// The number of inputs that were read. For the holder of the turn.
  var count = 0
  /// The tasks that have a slot and read, or wait for the turn.
  var readers = 0
  private(set) var isTaken = false
  private var waiting: [UnsafeContinuation<Void, Never>] = []
  /// The body, while it waits for the last input.
  var whenOver: UnsafeContinuation<Void, any Error>?
  var result: Result<Void, any Error>?

  /// The task that reads, if it waits for a stream.
  var task: Task<Void, Never>?

  init(_ source: Source, note: (@Sendable (TaskOperation, Int) -> Void)? = nil) {
    (self.source, self.note) = (source, note)
  }

  /// The child of the next input; nil if there is none. For the holder of the turn.
  nonisolated(nonsending) func read() async throws -> TaskOperation? {
    switch source {
    case .sequence(let read): read()
    case .stream(let read): try await read()
    }
  }

  var isStream: Bool {
    if case .stream = source { true } else { false }
  }

  func takeTurn() -> Bool {
    defer { isTaken = true }
    return !isTaken
  }

  func wait(_ continuation: UnsafeContinuation<Void, Never>) { waiting.append(continuation) }

  /// Returns a waiting task to wake. The turn is not passed to it: the first to arrive takes it, because otherwise each
  /// would have to wait until its predecessor wakes.
  func giveTurn() -> UnsafeContinuation<Void, Never>? {
    isTaken = false
    task = nil
    return waiting.popLast()
  }

  func takeWaiting() -> [UnsafeContinuation<Void, Never>] { waiting.take() }
}
