import Console
import Foundation
import Images
import Operations

/// The files of `check` and `thumbnail`: looked at by as many threads as there are cores, told in
/// the order in which they were given.
struct PictureFiles {
  /// How many had which finding.
  typealias Tally = [PictureReport.Finding: Int]

  let paths: [String]
  let isJSON: Bool

  /// Calls `look` for each path on own threads that yield to all else, and writes what it gives.
  func tell(_ look: @escaping @Sendable (String) -> PictureReport) async -> Tally {
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let pool = ThreadPool(name: "decode", width: cores, niceness: 10)
    var (tally, waiting, told) = (Tally(), [Int: PictureReport](), 0)
    await withTaskGroup(of: (Int, PictureReport).self) { group in
      for (index, path) in paths.enumerated() {
        // Twice as many as there are threads, so that none of them waits for the writing.
        if index >= 2 * cores, let (done, report) = await group.next() { waiting[done] = report }
        tell(&waiting, from: &told, &tally)
        group.addTask { (index, await pool.run { look(path) }) }
      }
      for await (done, report) in group {
        waiting[done] = report
        tell(&waiting, from: &told, &tally)
      }
    }
    await pool.shutdown()
    return tally
  }

  private func tell(
    _ waiting: inout [Int: PictureReport], from told: inout Int, _ tally: inout Tally
  ) {
    while let report = waiting.removeValue(forKey: told) {
      Output.standard.write(lines: [isJSON ? report.object.line : report.line])
      tally[report.finding, default: 0] += 1
      told += 1
    }
  }

  /// A proof of the file at `path`, which may be a link.
  static func prove(
    _ path: String, thumbnailEdge: Int?, limits: ImageLimits
  ) -> Result<ImageProof, PictureFailure> {
    guard let target = realpath(path, nil) else {
      return .failure(PictureFailure(reason: String(cString: strerror(errno))))
    }
    defer { free(target) }
    let name = String(cString: target)
    do throws(ImageError) {
      return .success(try ImageProof(ofFileAt: name, thumbnailEdge: thumbnailEdge, limits: limits))
    } catch {
      // The report names the path as it was given.
      let reason = error.message.trimmingPrefix(name).trimmingPrefix(": ").trimmingPrefix(" ")
      return .failure(PictureFailure(reason: String(reason)))
    }
  }
}
