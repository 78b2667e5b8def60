import Console
import Dispatch
import Foundation
import Images
import Locking
import ProviderLoader
import Sandbox
import SystemCalls

/// The restrictions of this process, which begin before its first thread: images are decoded, and provider
/// modules run, in processes without rights; files can only be written where the command writes.
enum Confinement {
  /// A restriction, and what is missing of it.
  private struct Wall {
    let text: String
    let missing: [String]
  }

  private struct Started {
    var decoders: DecoderProcesses?
    var modules: ModuleProcesses?
    /// The directories that did not exist, the outer ones first.
    var madeDirectories: [String] = []
  }

  /// The processes that decode; nil if the command decodes nothing.
  static var decoders: DecoderProcesses? { started.withLock(\.decoders) }
  /// The processes of modules; nil if the command opens none.
  static var modules: ModuleProcesses? { started.withLock(\.modules) }
  private static let started = Locked(Started())

  /// Bytes of a helper beside those that the limits of an image allow: rows, thumbnails, colour profiles.
  private static let workerMemory = 512 << 20

  /// Restricts the process for a command. What the system does not offer is reported once, and the command
  /// runs without it.
  /// - Parameters:
  ///   - folders: In which it writes besides its own.
  ///   - isRequired: Whether it does not run then.
  /// - Throws: If a restriction is missing that is required, or the processes cannot be started: this one
  ///   would do their work with all its rights.
  static func begin(
    for command: any Command, writing folders: [String], isRequired: Bool
  ) throws(CommandFailure) {
    let made = command.newDirectories.flatMap(make)
    started.withLock { $0.madeDirectories = made }
    // Both start at the same time, and while this process is restricted.
    try start(for: command)
    let written = try self.folders(of: command, and: folders)
    let walls = [try decoderWall(), try moduleWall(), written].compactMap(\.self)
    if command.isVerbose {
      for wall in walls where wall.missing.isEmpty {
        let text = TerminalText.line(wall.text, limit: 1000)
        Output.error.write(lines: ["note      sandbox: \(text)"])
      }
    }
    var missing: [String] = []
    for text in walls.flatMap(\.missing) where !missing.contains(text) { missing.append(text) }
    guard !missing.isEmpty else { return }
    let text = missing.joined(separator: "; ")
    if isRequired {
      throw CommandFailure(
        .directoryFailed, "the sandbox is incomplete: \(text)",
        hints: ["leave out --require-sandbox to run without these restrictions"])
    }
    Message(.warning, "running without a complete sandbox: \(text)").write()
  }

  /// The folder in which a command writes that only reads a mirror: SQLite makes files beside a catalog, and `verify`
  /// remembers how far it is.
  static func state(of directory: String) -> String { directory + "/.photomirror" }

  /// Ends the processes, and removes the directories that the command has made and left empty.
  static func end() async {
    let ended = started.withLock { started in
      defer { started = Started() }
      return started
    }
    for directory in ended.madeDirectories.reversed() { rmdir(directory) }
    guard ended.decoders != nil || ended.modules != nil else { return }
    await withCheckedContinuation { continuation in
      // It waits for the end of a process, which would block a thread of Swift's pool.
      DispatchQueue.global().async {
        ended.decoders?.shutdown()
        ended.modules?.shutdown()
        continuation.resume()
      }
    }
  }

  /// Starts the processes that the command needs.
  private static func start(for command: any Command) throws(CommandFailure) {
    do {
      if let limits = command.decoding {
        let memory = limits.memory.addingReportingOverflow(workerMemory)
        let decoders = try DecoderProcesses(
          memory: memory.overflow ? .max : memory.partialValue, niceness: 10)
        started.withLock { $0.decoders = decoders }
      }
      if command.opensModules {
        let modules = try ModuleProcesses()
        started.withLock { $0.modules = modules }
      }
    } catch {
      throw failure(error)
    }
  }

  /// - Returns: Nil if the command decodes nothing.
  private static func decoderWall() throws(CommandFailure) -> Wall? {
    guard let decoders else { return nil }
    do {
      return Wall(
        text: "images are decoded in processes that can only compute",
        missing: [try decoders.weakness()].compactMap(\.self))
    } catch {
      throw failure(error)
    }
  }

  /// - Returns: Nil if the command opens no modules.
  private static func moduleWall() throws(CommandFailure) -> Wall? {
    guard let modules else { return nil }
    do {
      return Wall(
        text: "provider modules run in processes that can only compute",
        missing: try modules.weaknesses())
    } catch {
      throw failure(error)
    }
  }

  private static func failure(_ error: any Error) -> CommandFailure {
    let reason =
      switch error {
      case let failure as HelperProgram.Failure: failure.reason
      case let broken as ProcessChannel.Broken: broken.reason
      default: error.systemReason
      }
    return CommandFailure(
      .directoryFailed, "the processes without rights cannot be started: \(reason)",
      hints: ["'\(HelperProgram.name)' belongs beside this program, or in ../lib/photomirror"])
  }

  /// - Returns: Nil if the folders are unknown.
  /// - Throws: If the kernel offers the restriction, and it cannot be set.
  private static func folders(
    of command: any Command, and more: [String]
  ) throws(CommandFailure) -> Wall? {
    guard let folders = command.writableFolders.map({ $0 + more }) else { return nil }
    // SQLite's temporary files (https://sqlite.org/tempfiles.html, section 5).
    if let folder = folders.first { setenv("SQLITE_TMPDIR", folder, 1) }
    let places = folders.map(existing)
    let parents = started.withLock(\.madeDirectories).map(parent)
    let limit =
      places.isEmpty ? "can write no file" : "writes only in \(places.joined(separator: ", "))"
    let text = "this process \(limit) (Landlock \(FileAccess.version))"
    do throws(SystemError) {
      try FileAccess.restrictWriting(to: places, removingFoldersBelow: parents)
      return Wall(text: text, missing: [])
    } catch {
      guard !FileAccess.restrictsWriting else {
        throw CommandFailure(
          .directoryFailed, "this process cannot be restricted to its folders: \(error.reason)",
          hints: ["each process may be restricted 16 times: a program around this one may do so"])
      }
      return Wall(
        text: text,
        missing: ["the kernel does not restrict writing to folders (\(error.reason))"])
    }
  }

  /// Makes a directory and the folders above it: otherwise the command would need to write in the folder that exists.
  /// - Returns: Those that did not exist, the outer ones first; where one cannot be made, the command says why.
  private static func make(_ directory: String) -> [String] {
    var missing: [String] = []
    var path = URL(filePath: directory).absoluteURL.standardized.path(percentEncoded: false)
    while path != "/", FileStatus(following: path) == nil {
      missing.insert(path, at: 0)
      path = parent(of: path)
    }
    return Array(missing.prefix { mkdir($0, 0o755) == 0 })
  }

  private static func parent(of path: String) -> String {
    (path as NSString).deletingLastPathComponent
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
