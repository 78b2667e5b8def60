import TestSupport

/// A moment in a run at which it is sent a signal.
enum Instant: Hashable {
  /// When a line that holds this is written to standard output.
  case line(String)
  /// When a trace is seen for the `count`th time.
  case trace(Trace, count: Int)

  /// Each kind has its share; their order and their counts are random.
  static func random(_ count: Int, using dice: inout SeededGenerator) -> [Instant] {
    var instants: [Instant] = []
    for place in 0..<count { instants.append(random(kind: place, using: &dice)) }
    return instants.shuffled(using: &dice)
  }

  /// Counts are such that a run gets somewhere, and not far.
  private static func random(kind: Int, using dice: inout SeededGenerator) -> Instant {
    let traces = Trace.allCases
    let place = kind % (traces.count + 1)
    guard place < traces.count else {
      let event = ["started", "listed", "ended"].randomElement(using: &dice) ?? "ended"
      return .line("{\"event\":\"\(event)\"")
    }
    let most = traces[place] == .inBody ? 60 : 14
    return .trace(traces[place], count: .random(in: 1...most, using: &dice))
  }
}

extension MirrorCommand {
  /// A run that is sent `signal` at `instant`.
  func run(until instant: Instant, _ signal: Int32) async throws -> CommandRun {
    switch instant {
    case .line(let text):
      let process = try start()
      if await process.line(containing: text) != nil { process.send(signal) }
      return await process.end()
    case .trace(let trace, let count):
      let traces = try Trace.all(in: directory)
      let process = try start()
      let watch = Task {
        var left = count
        for await seen in traces where seen == trace {
          left -= 1
          if left == 0 { process.send(signal) }
        }
      }
      defer { watch.cancel() }
      return await process.end()
    }
  }
}
