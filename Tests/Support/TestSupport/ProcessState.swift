import Foundation

/// The state of a running program, with the continuations that wait for a change.
struct ProcessState {
  var output: [UInt8] = []
  var errors: [UInt8] = []
  /// Whether another process may have the program's number by now.
  var isReaped = false
  /// Whether it was killed at its deadline.
  var isOverdue = false
  private var ended: CommandRun?
  private var ends: [CheckedContinuation<CommandRun, Never>] = []
  private var lines: [AwaitedLine] = []

  private struct AwaitedLine {
    let text: String
    let count: Int
    let stream: RunningProcess.Stream
    let continuation: CheckedContinuation<String?, Never>
  }

  /// A continuation to resume after the lock is released.
  typealias Resumption = () -> Void

  func text(_ stream: KeyPath<ProcessState, [UInt8]>) -> String {
    String(decoding: self[keyPath: stream], as: UTF8.self)
  }

  /// The result if the program has ended; else `continuation` is kept.
  mutating func awaitEnd(_ continuation: CheckedContinuation<CommandRun, Never>) -> CommandRun? {
    if ended == nil { ends.append(continuation) }
    return ended
  }

  /// The line, or an inner nil, if it is known by now; else `continuation` is kept.
  mutating func awaitLine(
    _ text: String, count: Int, of stream: RunningProcess.Stream,
    _ continuation: CheckedContinuation<String?, Never>
  ) -> String?? {
    let awaited = AwaitedLine(
      text: text, count: count, stream: stream, continuation: continuation)
    if let line = line(awaited) { return .some(line) }
    if ended != nil { return .some(nil) }
    lines.append(awaited)
    return nil
  }

  /// Appends output; returns the continuations that waited for it.
  mutating func receive(
    _ bytes: some Sequence<UInt8>, _ stream: WritableKeyPath<ProcessState, [UInt8]>
  ) -> [Resumption] {
    self[keyPath: stream] += bytes
    var found: [Resumption] = []
    for (place, waiting) in lines.enumerated().reversed() {
      guard let line = line(waiting) else { continue }
      found.append { waiting.continuation.resume(returning: line) }
      lines.remove(at: place)
    }
    return found
  }

  /// Records the end; returns the continuations that waited for it.
  mutating func end(_ status: CommandRun.Status) -> [Resumption] {
    let run = CommandRun(status: status, output: text(\.output), errors: text(\.errors))
    ended = run
    defer {
      ends = []
      lines = []
    }
    return ends.map { waiting in { waiting.resume(returning: run) } }
      + lines.map { waiting in { waiting.continuation.resume(returning: nil) } }
  }

  private func line(_ awaited: AwaitedLine) -> String? {
    let text = text(awaited.stream == .output ? \.output : \.errors)
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .lazy.filter { $0.contains(awaited.text) }.dropFirst(awaited.count - 1).first
      .map(String.init)
  }
}
