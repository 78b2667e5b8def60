import Dispatch
import Foundation
import SystemCalls

/// Threads and open files, tried for before they are needed: for a thread that is not to be had
/// Dispatch waits without end and Foundation is silent, and Dispatch crashes for want of an open file.
enum SystemResources {
  /// What is open by the time of the first connection, with this.
  private static let files = 14
  /// Swift's and Dispatch's, without which nothing begins.
  private static let fewestThreads = 4
  /// Those of the pools and watchdogs (ARCHITECTURE.md, Threads), of signals, the live view and libcurl,
  /// and the rest of Swift's.
  private static var mostThreads: Int { 2 * ProcessInfo.processInfo.activeProcessorCount + 12 }

  /// Throws where what a command needs is not to be had now; all is given back. Blocks for about a
  /// millisecond: call it before the first task.
  /// - Parameter hasThreads: whether the command works on threads of its own.
  static func check(hasThreads: Bool) throws(CommandFailure) {
    if let code = fault(opening: files) {
      throw CommandFailure(
        .directoryFailed, "cannot open \(files) files: \(SystemError(code).reason)",
        hints: ["allow more open files (ulimit -n)"])
    }
    let threads = fewestThreads + (hasThreads ? mostThreads : 0)
    if let code = fault(starting: threads) {
      throw CommandFailure(
        .directoryFailed, "cannot start \(threads) threads: \(SystemError(code).reason)",
        hints: ["allow more processes (ulimit -u) or memory (ulimit -v)"])
    }
  }

  /// Dispatch opens a file with the first timer of each clock, and crashes where there is none left then.
  static func openTimers() async {
    try? await Task.sleep(for: .milliseconds(1), clock: .continuous)
    try? await Task.sleep(for: .milliseconds(1), clock: .suspending)
  }

  private static func fault(opening count: Int) -> Int32? {
    var files: [Int32] = []
    defer { for file in files { close(file) } }
    for _ in 0..<count {
      let file = open("/dev/null", O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { return errno }
      files.append(file)
    }
    return nil
  }

  /// All are there at the same time: each waits until the last was tried for.
  private static func fault(starting count: Int) -> Int32? {
    let gate = DispatchSemaphore(value: 0)
    var threads: [pthread_t] = []
    defer {
      for _ in threads { gate.signal() }
      for thread in threads { pthread_join(thread, nil) }
    }
    for _ in 0..<count {
      var thread = pthread_t()
      let code = pthread_create(
        &thread, nil,
        { gate in
          gate.map { Unmanaged<DispatchSemaphore>.fromOpaque($0).takeUnretainedValue().wait() }
          return nil
        }, Unmanaged.passUnretained(gate).toOpaque())
      guard code == 0 else { return code }
      threads.append(thread)
    }
    return nil
  }
}
