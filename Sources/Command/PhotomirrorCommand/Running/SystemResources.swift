import Dispatch
import Foundation
import ProviderLoader
import SystemCalls

/// Checks that threads and files are available before they are needed. If a thread cannot be created,
/// Dispatch waits forever and Foundation reports nothing; if a file cannot be opened, Dispatch crashes.
enum SystemResources {
  /// Open files at the time of the first connection, besides the channels of helpers.
  private static let files = 14
  /// Threads of Swift and Dispatch, which every command needs.
  private static let fewestThreads = 4
  /// Threads of the pools and watchdogs (ARCHITECTURE.md, Threads and processes), of signals, the live view and
  /// libcurl, and the rest of Swift's.
  private static var mostThreads: Int { 2 * ProcessInfo.processInfo.activeProcessorCount + 13 }

  /// Opens the files that a command needs, and closes them again.
  /// - Parameters:
  ///   - decodes: whether the command starts processes that decode, each with a channel.
  ///   - opensModules: whether it starts processes for modules.
  static func checkFiles(decodes: Bool, opensModules: Bool) throws(CommandFailure) {
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let files =
      files + (decodes ? cores + 2 : 0) + (opensModules ? ThreadedProvider.threads + 1 : 0)
    if let code = fault(opening: files) {
      throw CommandFailure(
        .directoryFailed, "cannot open \(files) files: \(SystemError(code).reason)",
        hints: ["allow more open files (ulimit -n)"])
    }
  }

  /// Starts the threads that a command needs, and ends them again. Blocks for about a millisecond: call it
  /// before the first task.
  /// - Parameter hasThreads: whether the command starts threads.
  static func checkThreads(hasThreads: Bool) throws(CommandFailure) {
    let threads = fewestThreads + (hasThreads ? mostThreads : 0)
    if let code = fault(starting: threads) {
      throw CommandFailure(
        .directoryFailed, "cannot start \(threads) threads: \(SystemError(code).reason)",
        hints: ["allow more processes (ulimit -u) or memory (ulimit -v)"])
    }
  }

  /// Dispatch opens a file with the first timer of each clock, and crashes if that fails.
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

  /// All exist at the same time: each waits until the last has been started.
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
