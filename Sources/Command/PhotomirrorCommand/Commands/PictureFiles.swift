import Console
import Foundation
import Images
import Locking
import SystemCalls
import Threads

/// The files of `check` and `thumbnail`, processed on one thread for each core and reported in the order in
/// which they were given.
struct PictureFiles {
  /// Reported files by finding.
  typealias Counts = [PictureReport.Finding: Int]

  let paths: [String]
  let isJSON: Bool
  /// Whether files that are intact are only counted.
  var isQuiet = false
  /// The last line for people, of the counts and their sum.
  let summary: @Sendable (_ counts: Counts, _ reported: Int) -> String

  /// Calls `look` for each path on low-priority threads, and writes its reports and a summary.
  func report(_ look: @escaping @Sendable (String) -> PictureReport) async throws -> ExitStatus {
    let counts = Locked(Counts())
    try await StopSignals.run {
      let cores = ProcessInfo.processInfo.activeProcessorCount
      let pool = ThreadPool(name: "decode", width: cores, niceness: 10)
      await pool.forEachOrdered(of: paths, look) { report in
        if !isQuiet || report.finding == .failed {
          Output.standard.write(lines: [isJSON ? report.object.line : report.line])
        }
        counts.withLock { $0[report.finding, default: 0] += 1 }
      }
      await pool.shutdown()
    } finalLines: {
      [line(counts.withLock(\.self)), "interrupted"]
    }
    let last = counts.withLock(\.self)
    let isInterrupted = reported(last) < paths.count
    if !isQuiet || isInterrupted || last[.failed] != nil {
      Output.error.write(lines: [line(last)] + (isInterrupted ? ["interrupted"] : []))
    }
    return isInterrupted ? .interrupted : last[.failed] == nil ? .success : .somePhotosFailed
  }

  private func reported(_ counts: Counts) -> Int { counts.values.reduce(0, +) }

  private func line(_ counts: Counts) -> String { summary(counts, reported(counts)) }

  /// A proof of the file at `path`, which may be a link.
  static func prove(
    _ path: String, thumbnailEdge: Int?, limits: ImageLimits
  ) -> Result<ImageProof, PictureFailure> {
    guard let target = realpath(path, nil) else {
      // The runtime decodes arguments as UTF-8 and replaces invalid bytes by U+FFFD.
      let isGarbled = errno == ENOENT && path.contains("\u{FFFD}")
      let reason = SystemError().reason
      return .failure(
        PictureFailure(
          reason: isGarbled ? "\(reason), file names that are not UTF-8 are not supported" : reason)
      )
    }
    defer { free(target) }
    let file = String(cString: target)
    let result = Result { () throws(ImageError) in
      try ImageProof(
        ofFileAt: file, thumbnailEdge: thumbnailEdge, limits: limits, by: Confinement.decoders)
    }
    return result.flatMapError { (error: ImageError) in
      guard PictureVerdict(result) == .undecoded else { return .failure(error) }
      return Result { () throws(ImageError) in try ImageProof(ofFileAt: file, refusedBy: error) }
    }.mapError { PictureFailure(reason: $0.message) }
  }
}
