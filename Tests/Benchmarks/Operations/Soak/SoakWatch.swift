import Foundation
import Locking
import RandomOperations

/// Prints the progress of a soak, and aborts the process at a hang, a leak or a fault.
final class SoakWatch: Sendable {
  private static let interval = 10.0
  /// The longest time in which no worker ends a round. Even beside other load, a round takes less
  /// than a second.
  private static let hang: Duration = .seconds(300)
  private static let warmUp = 200_000
  private static let growthKiB = 64 * 1024

  private let world: RandomWorld
  private let children: Int
  private let begin = ContinuousClock.now
  private let lastRound: Locked<[ContinuousClock.Instant]>
  private let baselineKiB = Locked<Int?>(nil)

  init(_ world: RandomWorld, children: Int) {
    self.world = world
    self.children = children
    lastRound = Locked(Array(repeating: .now, count: 4))
  }

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

  func roundEnded(by worker: Int) { lastRound.withLock { $0[worker] = .now } }

  func finish() {
    look()
    print("done: \(world.living.total) operations, none hung, none left")
  }

  private func look() {
    let (ended, memory) = (world.living.total - world.living.current, residentKiB())
    let seconds = (ContinuousClock.now - begin) / .seconds(1)
    print(
      "\(ended) of \(children) operations, \(Int(seconds)) s, \(Int(Double(ended) / seconds))/s, "
        + "\(world.living.current) live, \(memory) KiB resident")
    // Flushes, so that the progress can be read if the output is a file.
    fflush(nil)
    if let fault = world.faults.first { fail("\(world.faults.count) faults: \(fault)") }
    // A worker that is done ends no more rounds, but the others are near their ends then.
    let oldest = lastRound.withLock { $0.min() } ?? .now
    if ContinuousClock.now - oldest > Self.hang { fail("a round hangs") }
    guard ended > Self.warmUp else { return }
    let baseline = baselineKiB.withLock { baseline in
      baseline = baseline ?? memory
      return baseline ?? memory
    }
    if memory > baseline + Self.growthKiB { fail("memory grew from \(baseline) KiB") }
  }

  private func fail(_ reason: String) {
    print("failed: \(reason)")
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
