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
      .directoryFailed: "the directory failed: not a mirror, not writable, in use, or damaged"
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
    return try await TaskFrame(context, JSONChoice(isOn: options.isJSON)).run { frame in
      options.isToBeEmptied ? try await empty(trash) : try await list(trash, in: frame)
    }
  }

  private func empty(_ trash: MirrorTrash) async throws -> TaskEnd {
    let deleted: (count: String, bytes: Int64)
    if options.isOfSetAside {
      let (files, bytes) = try await trash.emptySetAside(olderThan: options.age)
      deleted = (Quantity.count(files, of: "file"), bytes)
    } else {
      let (photos, bytes) = try await trash.empty(olderThan: options.age)
      deleted = (Quantity.count(photos, of: "photo"), bytes)
    }
    return TaskEnd(["deleted \(deleted.count), \(Quantity.bytes(deleted.bytes))"])
  }

  private func list(_ trash: MirrorTrash, in frame: TaskFrame) async throws -> TaskEnd {
    var isEmpty = true
    if options.isOfSetAside {
      try await trash.listSetAside { file in
        isEmpty = false
        frame.write(JSONObject(file), Self.line(file))
      }
    } else {
      try await trash.list { item in
        isEmpty = false
        frame.write(JSONObject(item), Self.line(item))
      }
    }
    guard isEmpty, !options.isJSON else { return TaskEnd() }
    return TaskEnd([options.isOfSetAside ? "no file is set aside" : "the trash is empty"])
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

extension TaskFrame {
  /// Writes what happened to each photo: a line on standard output, or on standard error if it was refused.
  /// - Parameter word: For those that were not: `restored`.
  func write(_ outcomes: [MirrorTrash.Outcome], _ word: String) -> TaskEnd {
    var end = TaskEnd()
    for outcome in outcomes {
      switch outcome {
      case .done(let path): write(["\(word)  \(TerminalText.line(path, limit: 1000))"])
      case .unchanged(let path, let reason):
        write([TerminalText.line("unchanged  \(path): \(reason)", limit: 2000)])
      case .refused(let name, let reason):
        end.status = .somePhotosFailed
        write([])
        Message(.error, "\(name): \(reason)").write()
      }
    }
    return end
  }
}
