import Console
import Foundation
import Images
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
  func report(
    in context: CommandContext, _ look: @escaping @Sendable (String) -> PictureReport
  ) async throws -> ExitStatus {
    let progress = isQuiet ? ProgressMode.none : .auto
    let json = JSONChoice(isOn: isJSON)
    return try await TaskFrame(context, json, progress, hint: nil).run { frame in
      let cores = ProcessInfo.processInfo.activeProcessorCount
      let pool = ThreadPool(name: "decode", width: cores, niceness: 10)
      var counts = Counts()
      frame.reach { end(Counts()) }
      await pool.forEachOrdered(of: paths, look) { report in
        if !isQuiet || report.finding == .failed {
          frame.write(PictureReport.keys.object(report), report.line)
        }
        counts[report.finding, default: 0] += 1
        frame.reach { [counts] in end(counts) }
      }
      await pool.shutdown()
      guard counts.values.reduce(0, +) == paths.count else { throw CancellationError() }
      return end(counts)
    }
  }

  private func end(_ counts: Counts) -> TaskEnd {
    TaskEnd([summary(counts, counts.values.reduce(0, +))], isWhole: counts[.failed] == nil)
  }

  /// A proof of the file at `path`, which may be a link.
  static func prove(
    _ path: String, thumbnailEdge: Int?, limits: ImageLimits
  ) -> Result<ImageProof, PictureFailure> {
    guard let file = LinkFree.real(path) else {
      // The runtime decodes arguments as UTF-8 and replaces invalid bytes by U+FFFD.
      let isGarbled = errno == ENOENT && path.contains("\u{FFFD}")
      let reason = SystemError().reason
      return .failure(
        PictureFailure(
          reason: isGarbled ? "\(reason), file names that are not UTF-8 are not supported" : reason)
      )
    }
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
