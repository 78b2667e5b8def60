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
    let line = UnitResult.keys.object(result).line
    queue.sync { output.write(lines: [line]) }
  }
}

extension UnitResult {
  /// The members of its kind of result.
  static let keys = ResultKeys<UnitResult> {
    $0.add("line", "the number of the unit's line, from 1", \.line)
    $0.add("id", \.id)
    $0.add("site", \.site)
    $0.addIfAny("tag", "these of the unit") { $0.tag.map(EncodedJSON.init) }
    $0.add("result", "stored, known, failed, or invalid: the line is no unit", \.word)
    $0.addIfAny(
      "path", "where the file is; this and the following of stored and known", \.file?.path)
    $0.addIfAny("format", \.file?.format)
    $0.addIfAny("width", \.file?.width)
    $0.addIfAny("height", \.file?.height)
    $0.addIfAny("bytes", \.file?.byteCount)
    $0.addIfAny("sha256", \.file?.sha256)
    $0.addIfAny("fetched_bytes", \.file?.bytesFetched)
    $0.addIfAny("proven", "it was read to its last pixel", \.file?.isProven)
    $0.addIfAny("warnings", \.file?.warnings)
    $0.addIfAny("stage", "of a failure", \.failure?.stage)
    $0.addIfAny("reason", "of a failure, or of an invalid line", \.reason)
    $0.addIfAny("will_retry", "another attempt may succeed", \.failure?.willRetry)
  }

  private var word: String {
    switch outcome {
    case .stored: "stored"
    case .known: "known"
    case .failed: "failed"
    case .invalid: "invalid"
    }
  }

  private var file: StoredUnit? {
    switch outcome {
    case .stored(let file), .known(let file): file
    case .failed, .invalid: nil
    }
  }

  private var failure: (stage: String, reason: String, willRetry: Bool)? {
    guard case .failed(let stage, let reason, let willRetry) = outcome else { return nil }
    return (stage, reason, willRetry)
  }

  private var reason: String? {
    if case .invalid(let reason) = outcome { reason } else { failure?.reason }
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
