import Foundation

/// What is known of a running program, and who waits for what of it.
struct ProcessState {
  var output: [UInt8] = []
  var errors: [UInt8] = []
  /// Whether its number may be another's by now.
  var isReaped = false
  private var ended: CommandRun?
  private var ends: [CheckedContinuation<CommandRun, Never>] = []
  private var lines: [(text: String, continuation: CheckedContinuation<String?, Never>)] = []

  /// Something to resume once the lock is no longer held.
  typealias Resumption = () -> Void

  func text(_ stream: KeyPath<ProcessState, [UInt8]>) -> String {
    String(decoding: self[keyPath: stream], as: UTF8.self)
  }

  /// The run where it has ended; else `continuation` is kept.
  mutating func awaitEnd(_ continuation: CheckedContinuation<CommandRun, Never>) -> CommandRun? {
    if ended == nil { ends.append(continuation) }
    return ended
  }

  /// The line, or nil inside, where that is known by now; else `continuation` is kept.
  mutating func awaitLine(
    _ text: String, _ continuation: CheckedContinuation<String?, Never>
  ) -> String?? {
    if let line = line(containing: text) { return .some(line) }
    if ended != nil { return .some(nil) }
    lines.append((text, continuation))
    return nil
  }

  /// Takes a piece of output; gives those who waited for it.
  mutating func receive(
    _ bytes: some Sequence<UInt8>, _ stream: WritableKeyPath<ProcessState, [UInt8]>
  ) -> [Resumption] {
    self[keyPath: stream] += bytes
    var found: [Resumption] = []
    for (place, waiting) in lines.enumerated().reversed() {
      guard let line = line(containing: waiting.text) else { continue }
      found.append { waiting.continuation.resume(returning: line) }
      lines.remove(at: place)
    }
    return found
  }

  /// Takes the end; gives those who waited for it.
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

  private func line(containing text: String) -> String? {
    let whole = self.text(\.output).split(separator: "\n", omittingEmptySubsequences: false)
    return whole.dropLast().first { $0.contains(text) }.map(String.init)
  }
}
