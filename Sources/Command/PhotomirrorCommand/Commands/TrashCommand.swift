import Console
import Foundation
import MirrorCore
import Mirroring

/// `photomirror trash DIRECTORY`
struct TrashCommand: Command {
  struct Options: CommandOptions {
    var isToBeEmptied = false
    var age = Duration.zero
    /// Whether it is about the set-aside folder.
    var isOfSetAside = false
    var isJSON = false
  }

  static let name = CommandName.trash
  static let text = CommandText(
    summary: "List a mirror's trash or its set-aside files, or delete them",
    operands: ["DIRECTORY"],
    examples: [
      .init("photomirror trash photos", "a line for each photo in the trash of ./photos"),
      .init(
        "photomirror trash photos --empty --older-than 90d",
        "deletes photos that have been in the trash for 90 days"),
    ],
    exitStatuses: [.success, .usage, .directoryFailed, .interrupted],
    meanings: [
      .directoryFailed: "the directory failed: not a mirror, not writable, in use, or damaged",
      .interrupted: "interrupted; run the same command again to continue",
    ],
    opensStore: true)
  static let options: [Option<Options>] = [
    .flag("empty", \.isToBeEmptied, "Delete the photos in the trash"),
    .value(
      "older-than", .time(0...315_360_000), \.age,
      "With --empty: only photos that have been there for this long, such as 12h or 90d"),
    .flag(
      "set-aside", \.isOfSetAside,
      "The same for the files in .photomirror/set-aside, which nothing else deletes"),
    .flag("json", \.isJSON, "Write one JSON object for each photo"),
  ]

  let directory: String
  let options: Options

  var writableFolders: [String]? {
    [options.isToBeEmptied ? directory : Confinement.state(of: directory)]
  }

  init(_ operands: [String], _ options: Options) throws(UsageError) {
    (directory, self.options) = (operands[0], options)
    guard options.isToBeEmptied || options.age == .zero else {
      throw UsageError("--older-than needs --empty")
    }
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    let trash = MirrorTrash(of: context.mirror(directory))
    return try await TrashFailure.reporting {
      if options.isOfSetAside { return try await showSetAside(of: trash) }
      if options.isToBeEmptied {
        let deleted = try await trash.empty(olderThan: options.age)
        let photos = Quantity.count(deleted.photos, of: "photo")
        Output.error.write(lines: ["deleted \(photos), \(Quantity.bytes(deleted.bytes))"])
        return .success
      }
      var isEmpty = true
      try await trash.list { item in
        isEmpty = false
        Output.standard.write(
          lines: [options.isJSON ? JSONObject(item).line : Self.line(item)])
      }
      if isEmpty, !options.isJSON { Output.error.write(lines: ["the trash is empty"]) }
      return .success
    }
  }

  private func showSetAside(of trash: MirrorTrash) async throws -> ExitStatus {
    if options.isToBeEmptied {
      let deleted = try await trash.emptySetAside(olderThan: options.age)
      let files = Quantity.count(deleted.files, of: "file")
      Output.error.write(lines: ["deleted \(files), \(Quantity.bytes(deleted.bytes))"])
      return .success
    }
    var isEmpty = true
    try await trash.listSetAside { file in
      isEmpty = false
      Output.standard.write(
        lines: [options.isJSON ? JSONObject(file).line : Self.line(file)])
    }
    if isEmpty, !options.isJSON { Output.error.write(lines: ["no file is set aside"]) }
    return .success
  }

  private static func line(_ file: MirrorTrash.Aside) -> String {
    let date = Date(timeIntervalSince1970: Double(file.since)).formatted(.iso8601)
    let path = TerminalText.line(file.path, limit: 1000)
    return "\(date)  \(path)  \(Quantity.bytes(file.byteCount))  "
      + TerminalText.line(file.place, limit: 1000)
  }

  private static func line(_ item: MirrorTrash.Item) -> String {
    let date = Date(timeIntervalSince1970: Double(item.trashedAt)).formatted(.iso8601)
    let path = TerminalText.line(item.path, limit: 1000)
    return "\(date)  \(item.cause)  \(path)  \(Quantity.bytes(item.byteCount))  "
      + TerminalText.line(item.place, limit: 1000)
  }
}

extension JSONObject {
  fileprivate init(_ file: MirrorTrash.Aside) {
    self.init()
    set("path", file.path)
    set("place", file.place)
    set("cause", "set_aside")
    set("trashed", secondsSince1970: file.since)
    set("bytes", file.byteCount)
  }

  init(_ item: MirrorTrash.Item) {
    self.init()
    set("path", item.path)
    set("place", item.place)
    set("site", item.site)
    set("id", item.key)
    set("cause", item.cause)
    set("reason", item.reason)
    set("trashed", secondsSince1970: item.trashedAt)
    set("bytes", item.byteCount)
  }
}

/// The common parts of the commands of the trash.
enum TrashFailure {
  static func reporting(
    _ body: @escaping @Sendable () async throws -> ExitStatus
  ) async throws -> ExitStatus {
    do {
      return try await StopSignals.run(body) { Message(.error, "interrupted").lines }
    } catch is CancellationError {
      return .interrupted
    } catch let error as MirrorError {
      throw CommandFailure(error)
    }
  }

  /// Writes what happened to each photo: a line on standard output, or on standard error if it was refused.
  /// - Parameter word: For those that were not: `restored`.
  static func write(_ outcomes: [MirrorTrash.Outcome], _ word: String) -> ExitStatus {
    var status = ExitStatus.success
    for outcome in outcomes {
      switch outcome {
      case .done(let path):
        Output.standard.write(lines: ["\(word)  \(TerminalText.line(path, limit: 1000))"])
      case .unchanged(let path, let reason):
        Output.standard.write(lines: [
          TerminalText.line("unchanged  \(path): \(reason)", limit: 2000)
        ])
      case .refused(let name, let reason):
        status = .somePhotosFailed
        Message(.error, TerminalText.line("\(name): \(reason)", limit: 2000)).write()
      }
    }
    return status
  }
}
