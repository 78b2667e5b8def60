import Console
import Dispatch
import Foundation
import MirrorCore
import Mirroring
import SystemCalls

/// Writes results as lines of JSON, each at once.
final class ResultWriter: Sendable {
  private let output: Output
  /// A line may be longer than what a pipe takes in one piece.
  private let queue = DispatchQueue(label: "results")

  init(_ output: Output) { self.output = output }

  /// Waits while the reader is slow.
  func write(_ result: UnitResult) {
    let line = JSONObject(result).line
    queue.sync { output.write(lines: [line]) }
  }
}

extension JSONObject {
  /// With every key of its kind of result.
  init(_ result: UnitResult) {
    self.init()
    set("line", result.line)
    set("id", result.id)
    set("site", result.site)
    if let tag = result.tag { set("tag", json: tag) }
    switch result.outcome {
    case .stored(let facts):
      set("result", "stored")
      set(facts)
    case .known(let facts):
      set("result", "known")
      set(facts)
    case .failed(let stage, let reason, let willRetry):
      set("result", "failed")
      set("stage", stage)
      set("reason", reason)
      set("will_retry", willRetry)
    case .invalid(let reason):
      set("result", "invalid")
      set("reason", reason)
    }
  }

  private mutating func set(_ facts: StoredUnit) {
    set("path", facts.path)
    set("format", facts.format)
    set("width", facts.width)
    set("height", facts.height)
    set("bytes", facts.byteCount)
    set("sha256", facts.sha256)
    set("fetched_bytes", facts.bytesFetched)
    set("proven", facts.isProven)
    set("warnings", facts.warnings)
  }
}

extension UnitFetch.Totals {
  /// The line at the end.
  var text: String {
    let others = Quantity.counts([
      (known, "known"), (passing, "to try again"), (lasting, "failed"), (invalid, "invalid"),
    ])
    let parts = ["\(Quantity.count(stored)) stored"] + others
    return (parts + ["\(Quantity.bytes(fetchedBytes)) fetched"]).joined(separator: ", ")
  }
}

/// Where units are read from.
struct UnitInput {
  let descriptor: Int32

  /// - Parameter path: `-` for standard input.
  init(_ path: String) throws(UsageError) {
    guard path != "-" else {
      descriptor = STDIN_FILENO
      return
    }
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw UsageError("--units: \(path) cannot be read: \(SystemError().reason)")
    }
  }

  func close() { if descriptor != STDIN_FILENO { Foundation.close(descriptor) } }
}
