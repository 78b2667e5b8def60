import Foundation
import Locking
import RandomOperations

/// Prints the progress of a soak, and aborts the process at a hang, a leak or a fault.
final class SoakWatch: Sendable {
  private struct State {
    var ended = 0
    var programs = 0
    /// The runs of the workers.
    var runs: [Int: (run: ProgramRun, begin: ContinuousClock.Instant)] = [:]
    var baselineKiB: Int?
  }

  private static let interval = 10.0
  /// The longest time that a program takes. Even beside other load, that is less than a second.
  private static let hang: Duration = .seconds(60)
  private static let warmUp = 200_000
  private static let growthKiB = 64 * 1024

  private let children: Int
  private let begin = ContinuousClock.now
  private let state = Locked(State())

  init(children: Int) { self.children = children }

  /// Watches on a separate thread, because a hang may block all of Swift's cooperative threads.
  func start() {
    Thread {
      while true {
        Thread.sleep(forTimeInterval: Self.interval)
        self.look()
      }
    }
    .start()
  }

  /// Whether enough operations have ended.
  var isDone: Bool { state.withLock { $0.ended >= children } }

  func begin(_ run: ProgramRun, _ worker: Int) {
    state.withLock { $0.runs[worker] = (run, .now) }
  }

  func end(_ run: ProgramRun, _ worker: Int) {
    if !run.faults.isEmpty { fail(run.faults.joined(separator: "\n"), run) }
    state.withLock { state in
      state.runs[worker] = nil
      state.ended += run.count
      state.programs += 1
    }
  }

  func finish() {
    look()
    print("done: \(state.withLock { $0.ended }) operations, none hung, none left")
  }

  private func look() {
    let (ended, programs) = state.withLock { ($0.ended, $0.programs) }
    let (seconds, memory) = ((ContinuousClock.now - begin) / .seconds(1), residentKiB())
    print(
      "\(ended) of \(children) operations, \(programs) programs, \(Int(seconds)) s, "
        + "\(Int(Double(ended) / seconds))/s, \(memory) KiB resident")
    // Flushes, so that the progress can be read if the output is a file.
    fflush(nil)
    let runs = state.withLock { $0.runs }
    if let hanging = runs.values.first(where: { ContinuousClock.now - $0.begin > Self.hang }) {
      let run = hanging.run
      fail("a program hangs after \(programs) others:\n\(run.unfinished)", run)
    }
    guard ended > Self.warmUp else { return }
    let baseline = state.withLock { state in
      let baseline = state.baselineKiB ?? memory
      state.baselineKiB = baseline
      return baseline
    }
    if memory > baseline + Self.growthKiB { fail("memory grew from \(baseline) KiB", nil) }
  }

  private func fail(_ reason: String, _ run: ProgramRun?) {
    print("failed: \(reason)")
    if let run { print(run.program.debugDescription) }
    fflush(nil)
    // Leaves a core dump if the system keeps them: its stacks show the hang.
    abort()
  }
}

/// The resident memory now, from /proc/self/status (proc(5), VmRSS).
private func residentKiB() -> Int {
  let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
  let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
  return line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap {
    Int($0)
  } ?? 0
}
