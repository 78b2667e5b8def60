import Foundation
import TestSupport

/// A moment in a run at which it is sent a signal.
enum Instant: Hashable {
  /// As soon as there is a process.
  case start
  /// When a line that holds this is written to standard output.
  case line(String)
  /// When a trace is seen for the `count`th time.
  case trace(Trace, count: Int)
  /// While it closes down, because it was interrupted when a trace was seen for the `count`th time.
  case closing(Trace, count: Int)

  /// The latest of each kind of moments while a run works; a run gets somewhere by then, and not far.
  static let ofWork: [Instant] =
    ["started", "listed", "ended"].map { .line("{\"event\":\"\($0)\"") } + [
      .trace(.locking, count: 1), .trace(.committing, count: 40), .trace(.begun, count: 14),
      .trace(.inBody, count: 60), .trace(.remembered, count: 14), .trace(.fetched, count: 14),
      .trace(.proven, count: 14), .trace(.accompanied, count: 14), .trace(.named, count: 14),
      .trace(.recorded, count: 14),
    ]

  /// Likewise from the first moment of a process to its last.
  static let ofLife =
    ofWork + [.start, .closing(.inBody, count: 60), .closing(.named, count: 14)]

  /// Each kind has its share; their order, and how late they are, are random.
  static func random(
    _ count: Int, of kinds: [Instant], using dice: inout SeededGenerator
  ) -> [Instant] {
    var instants: [Instant] = []
    for place in 0..<count { instants.append(kinds[place % kinds.count].earlier(using: &dice)) }
    return instants.shuffled(using: &dice)
  }

  private func earlier(using dice: inout SeededGenerator) -> Instant {
    switch self {
    case .start, .line: self
    case .trace(let trace, let most): .trace(trace, count: .random(in: 1...most, using: &dice))
    case .closing(let trace, let most): .closing(trace, count: .random(in: 1...most, using: &dice))
    }
  }
}

extension MirrorCommand {
  /// A run that is sent `signal` at `instant`. One that is to be met while it closes down may be
  /// faster than the signal.
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

  /// A run to its end that is sent each signal once its trace was seen so often since the one before.
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
