import Console
import Foundation
import Images
import Locking
import Operations
import SystemCalls

/// The files of `check` and `thumbnail`: looked at by as many threads as there are cores, told in
/// the order in which they were given.
struct PictureFiles {
  /// How many had which finding.
  struct Tally {
    private var counts: [PictureReport.Finding: Int] = [:]

    /// Nil: none.
    subscript(finding: PictureReport.Finding) -> Int? { counts[finding] }
    /// Files that were told.
    var told: Int { counts.values.reduce(0, +) }

    mutating func note(_ finding: PictureReport.Finding) { counts[finding, default: 0] += 1 }
  }

  let paths: [String]
  let isJSON: Bool
  /// What it comes to, as a line for people.
  let summary: @Sendable (Tally) -> String

  /// Calls `look` for each path on own threads that yield to all else, and writes what it gives, and
  /// a summary.
  func tell(_ look: @escaping @Sendable (String) -> PictureReport) async throws -> ExitStatus {
    let tally = Locked(Tally())
    try await StopSignals.run {
      let cores = ProcessInfo.processInfo.activeProcessorCount
      let pool = ThreadPool(name: "decode", width: cores, niceness: 10)
      await pool.forEachOrdered(of: paths, look) { report in
        Output.standard.write(lines: [isJSON ? report.object.line : report.line])
        tally.withLock { $0.note(report.finding) }
      }
      await pool.shutdown()
    } lastWords: {
      [summary(tally.withLock(\.self)), "interrupted"]
    }
    let last = tally.withLock(\.self)
    let isInterrupted = last.told < paths.count
    Output.error.write(lines: [summary(last)] + (isInterrupted ? ["interrupted"] : []))
    return isInterrupted ? .interrupted : last[.failed] == nil ? .success : .somePhotosFailed
  }

  /// A proof of the file at `path`, which may be a link.
  static func prove(
    _ path: String, thumbnailEdge: Int?, limits: ImageLimits
  ) -> Result<ImageProof, PictureFailure> {
    guard let target = realpath(path, nil) else {
      // Arguments have come as text, in which U+FFFD stands for what is none.
      let isGarbled = errno == ENOENT && path.contains("\u{FFFD}")
      let reason = SystemError().reason
      return .failure(
        PictureFailure(
          reason: isGarbled ? "\(reason), for a name that is not UTF-8 is not understood" : reason))
    }
    defer { free(target) }
    do throws(ImageError) {
      return .success(
        try ImageProof(
          ofFileAt: String(cString: target), thumbnailEdge: thumbnailEdge, limits: limits))
    } catch {
      return .failure(PictureFailure(reason: error.message))
    }
  }
}
