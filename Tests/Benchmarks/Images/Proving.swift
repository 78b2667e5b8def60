import Foundation
import Images

/// Verifies the files of a directory on a number of threads, and prints the time.
struct Proving {
  let paths: [String]
  let threads: Int
  let request: ThumbnailRequest?

  init(_ arguments: [String]) throws {
    let directory = arguments[0]
    paths = try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
      .map { directory + "/" + $0 }
    guard let threads = Int(arguments[1]), let edge = Int(arguments[2]), threads > 0 else {
      throw CocoaError(.formatting)
    }
    self.threads = threads
    var request = ThumbnailRequest(edge: edge, format: arguments.count > 3 ? .jpeg : .png)
    if arguments.count > 3 { request.previewEdge = Int(arguments[3]) }
    self.request = edge > 0 ? request : nil
  }

  func run() throws {
    let start = ContinuousClock.now
    let running = DispatchGroup()
    for first in 0..<threads {
      running.enter()
      Thread {
        prove(from: first)
        running.leave()
      }.start()
    }
    running.wait()
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    print(
      String(
        format: "%d files, %.3f s, %.1f per second, %.2f ms CPU each, %d KiB at most", paths.count,
        seconds, Double(paths.count) / seconds, cpuMilliseconds / Double(paths.count), peakKiB))
  }

  private func prove(from first: Int) {
    for path in stride(from: first, to: paths.count, by: threads).map({ paths[$0] }) {
      do {
        let proof = try ImageProof(ofFileAt: path, request)
        if let failure = proof.thumbnailFailure { print("\(path): \(failure)") }
      } catch {
        print("\(path): \(error)")
      }
    }
  }

  private var usage: rusage {
    var usage = rusage()
    getrusage(RUSAGE_SELF.rawValue, &usage)
    return usage
  }

  private var cpuMilliseconds: Double {
    let (user, system) = (usage.ru_utime, usage.ru_stime)
    return Double(user.tv_sec + system.tv_sec) * 1000 + Double(user.tv_usec + system.tv_usec) / 1000
  }

  private var peakKiB: Int { usage.ru_maxrss }
}
