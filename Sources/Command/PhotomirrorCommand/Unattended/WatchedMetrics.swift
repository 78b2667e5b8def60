import Foundation
import Locking
import PageServer
import SystemCalls

/// What `watch --listen` serves: `/healthz`, by which a monitor sees whether runs succeed, and `/metrics`, the metrics of
/// the last run, which the run writes into a file for it.
final class WatchedMetrics: Sendable {
  let path: String
  private let folder: String
  private let health: Locked<RunHealth>

  /// Makes a folder for the file.
  init(every interval: Duration) throws(SystemError) {
    let parent = ProcessInfo.processInfo.environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 }
    var template = Array("\(parent ?? "/tmp")/photomirror-watch-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError() }
    folder = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    path = folder + "/metrics.prom"
    health = Locked(RunHealth(interval: interval))
  }

  func noteEnd(isSuccess: Bool) { health.withLock { $0.note(isSuccess: isSuccess, at: Date()) } }

  func text(of address: String) -> ServedText? {
    switch address {
    case "/healthz":
      let (isHealthy, text) = health.withLock { $0.state(at: Date()) }
      return ServedText(status: isHealthy ? 200 : 503, text + "\n")
    case "/metrics":
      return ServedText(type: "text/plain; version=0.0.4; charset=utf-8", SmallFile.text(of: path))
    default: return nil
    }
  }

  func remove() { try? FileManager.default.removeItem(atPath: folder) }
}

/// Whether the runs of `watch` succeed.
struct RunHealth: Sendable {
  let interval: Duration
  private var success: Date?
  private var isFailing = false

  init(interval: Duration) { self.interval = interval }

  mutating func note(isSuccess: Bool, at time: Date) {
    isFailing = !isSuccess
    if isSuccess { success = time }
  }

  /// Not healthy without a success within twice the interval.
  func state(at time: Date) -> (isHealthy: Bool, text: String) {
    guard let success else {
      return (false, isFailing ? "no run has succeeded" : "no run has ended yet")
    }
    let age = time.timeIntervalSince(success)
    let text = "the last run that succeeded ended \(Int(max(0, age))) seconds ago"
    return (age <= 2 * (interval / .seconds(1)), text + (isFailing ? "; the last run failed" : ""))
  }
}
