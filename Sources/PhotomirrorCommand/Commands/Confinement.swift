import Console
import Dispatch
import Foundation
import Images
import Locking
import Sandbox
import SystemCalls

/// The restrictions of this process, which begin before its first thread: images are decoded by processes
/// without rights, and files can only be written where the command writes.
enum Confinement {
  /// The processes that decode; nil if the command decodes nothing, or if they cannot be started.
  static var decoders: DecoderProcesses? { started.withLock(\.self) }
  private static let started = Locked<DecoderProcesses?>(nil)

  /// Bytes of a worker beside those that the limits of an image allow: rows, thumbnails, colour profiles.
  private static let workerMemory = 512 << 20

  /// Restricts the process for a command. What the system does not offer is reported once, and the command
  /// runs without it.
  /// - Throws: If a restriction is missing that the command requires.
  static func begin(for command: any Command) throws(CommandFailure) {
    let missing = [decoders(for: command), folders(of: command)].compactMap(\.self)
    guard !missing.isEmpty else { return }
    let text = missing.joined(separator: "; ")
    if command.requiresSandbox {
      throw CommandFailure(
        .directoryFailed, "the sandbox is incomplete: \(text)",
        hints: ["leave out --require-sandbox to run without these restrictions"])
    }
    Message(.warning, "running without a complete sandbox: \(text)").write()
  }

  /// Ends the processes.
  static func end() async {
    guard let decoders = started.withLock({ $0.take() }) else { return }
    await withCheckedContinuation { continuation in
      // It waits for the end of a process, which would block a thread of Swift's pool.
      DispatchQueue.global().async {
        decoders.shutdown()
        continuation.resume()
      }
    }
  }

  /// - Returns: What is missing; nil if nothing is.
  private static func decoders(for command: any Command) -> String? {
    guard let limits = command.decoding else { return nil }
    do {
      let memory = limits.memory.addingReportingOverflow(workerMemory)
      let decoders = try DecoderProcesses(
        memory: memory.overflow ? .max : memory.partialValue, niceness: 10)
      started.withLock { $0 = decoders }
      return decoders.weakness
    } catch {
      return "decoders cannot be started as processes (\(error.systemReason))"
    }
  }

  private static func folders(of command: any Command) -> String? {
    guard let folders = command.writableFolders else { return nil }
    // SQLite's temporary files (https://sqlite.org/tempfiles.html, section 5).
    if let folder = folders.first { setenv("SQLITE_TMPDIR", folder, 1) }
    do throws(SystemError) {
      try WritableFolders.restrict(to: folders.map(existing))
      return nil
    } catch {
      return "the kernel does not restrict writing to folders (\(error.reason))"
    }
  }

  /// The folder, or the nearest one above it that exists: in that one the folder is made.
  private static func existing(_ folder: String) -> String {
    var url = URL(filePath: folder.isEmpty ? "." : folder).absoluteURL
    while url.path() != "/",
      FileStatus(following: url.path(percentEncoded: false))?.isDirectory != true
    {
      url.deleteLastPathComponent()
    }
    return url.path(percentEncoded: false)
  }
}
