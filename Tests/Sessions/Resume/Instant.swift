import Foundation
import TestSupport

/// A moment of a run at which it gets a signal.
enum Instant: Hashable {
  /// When the process exists.
  case start
  /// When a line that contains this text is written to standard output.
  case line(String)
  /// When a trace is observed for the `count`th time.
  case trace(Trace, count: Int)
  /// During shutdown, after an interruption when a trace was observed for the `count`th time.
  case closing(Trace, count: Int)

  /// The latest moment of each kind during a working run, which has made some progress by then.
  static let ofWork: [Instant] =
    ["started", "listed", "ended"].map { .line("{\"event\":\"\($0)\"") } + [
      .trace(.locking, count: 1), .trace(.committing, count: 40), .trace(.begun, count: 14),
      .trace(.inBody, count: 60), .trace(.remembered, count: 14), .trace(.fetched, count: 14),
      .trace(.proven, count: 14), .trace(.accompanied, count: 14), .trace(.named, count: 14),
      .trace(.recorded, count: 14),
    ]

  /// The same, from the first moment of a process to its last.
  static let ofLife =
    ofWork + [.start, .closing(.inBody, count: 60), .closing(.named, count: 14)]

  /// Each kind has its share; order and counts are random.
  static func random(
    _ count: Int, of kinds: [Instant], using random: inout SeededGenerator
  ) -> [Instant] {
    var instants: [Instant] = []
    for place in 0..<count { instants.append(kinds[place % kinds.count].earlier(using: &random)) }
    return instants.shuffled(using: &random)
  }

  private func earlier(using random: inout SeededGenerator) -> Instant {
    switch self {
    case .start, .line: self
    case .trace(let trace, let most): .trace(trace, count: .random(in: 1...most, using: &random))
    case .closing(let trace, let most):
      .closing(trace, count: .random(in: 1...most, using: &random))
    }
  }
}

extension MirrorCommand {
  /// A run that gets `signal` at `instant`. A run that is meant to get it during shutdown may end
  /// before the signal.
  func run(until instant: Instant, _ signal: Int32) async throws -> CommandRun {
    switch instant {
    case .start:
      let process = try start()
      process.send(signal)
      return await process.end()
    case .line(let text):
      let process = try start()
      if await process.line(containing: text) != nil { process.send(signal) }
      return await process.end()
    case .trace(let trace, let count):
      return try await run(sending: [(signal, after: trace, count)])
    case .closing(let trace, let count):
      return try await run(sending: [(SIGINT, after: trace, count), (signal, after: .closing, 1)])
    }
  }

  /// A complete run that gets each signal after its trace was observed the given number of times.
  private func run(sending signals: [(Int32, after: Trace, count: Int)]) async throws -> CommandRun
  {
    let traces = try Trace.all(in: directory)
    let process = try start()
    let watch = Task {
      for (signal, trace, count) in signals {
        var left = count
        for await seen in traces where seen == trace {
          left -= 1
          if left == 0 { break }
        }
        process.send(signal)
      }
    }
    defer { watch.cancel() }
    return await process.end()
  }
}
