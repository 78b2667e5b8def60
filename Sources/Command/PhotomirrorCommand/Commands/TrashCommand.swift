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
  static var results: [ToldKeys] {
    [MirrorTrash.Item.keys.told(), MirrorTrash.Aside.keys.told("with --set-aside:")]
  }
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
        frame.write(MirrorTrash.Aside.keys.object(file), file.line)
      }
    } else {
      try await trash.list { item in
        isEmpty = false
        frame.write(MirrorTrash.Item.keys.object(item), item.line)
      }
    }
    guard isEmpty, !options.isJSON else { return TaskEnd() }
    return TaskEnd([options.isOfSetAside ? "no file is set aside" : "the trash is empty"])
  }

  fileprivate static func line(
    _ time: Int64, _ cause: String?, _ path: String, _ byteCount: Int64, _ place: String
  ) -> String {
    let date = Date(timeIntervalSince1970: Double(time)).formatted(.iso8601)
    let parts = [
      date, cause, TerminalText.line(path, limit: 1000), Quantity.bytes(byteCount),
      TerminalText.line(place, limit: 1000),
    ]
    return parts.compactMap(\.self).joined(separator: "  ")
  }
}

extension MirrorTrash.Aside {
  fileprivate static let keys = ResultKeys<Self> {
    $0.add("path", \.path)
    $0.add("place", \.place)
    $0.add("cause", "set_aside") { _ in "set_aside" }
    $0.add("trashed", time: \.since)
    $0.add("bytes", \.byteCount)
  }

  fileprivate var line: String { TrashCommand.line(since, nil, path, byteCount, place) }
}

extension MirrorTrash.Item {
  fileprivate static let keys = ResultKeys<Self> {
    $0.add("path", "where the file was", \.path)
    $0.add("place", "where it is", \.place)
    $0.add("site", \.site)
    $0.add("id", \.key)
    $0.add("cause", "gone, forgotten, replaced", \.cause)
    $0.add("reason", \.reason)
    $0.add("trashed", time: \.trashedAt)
    $0.add("bytes", \.byteCount)
  }

  fileprivate var line: String { TrashCommand.line(trashedAt, cause, path, byteCount, place) }
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
