import Console
import Mirroring

/// `photomirror forget DIRECTORY PHOTO…`
struct ForgetCommand: Command {
  struct Options: CommandOptions {
    var isUndo = false
  }

  static let name = CommandName.forget
  static let text = CommandText(
    summary: "Move photos to the trash, and do not mirror them again",
    operands: ["DIRECTORY", "PHOTO…"],
    examples: [
      .init(
        "photomirror forget photos 52345678901",
        "the photo with this id at its site; the path of its file works as well"),
      .init("photomirror forget --undo photos 52345678901", "the photo may be mirrored again"),
    ],
    meanings: [
      .success: "every photo is forgotten, or with --undo remembered",
      .somePhotosFailed: "some photos are unknown, or their files were edited",
      .directoryFailed: "the directory failed: not a mirror, not writable, in use, or damaged",
      .interrupted: "interrupted; the next command on the mirror continues",
    ],
    opensStore: true)
  static let options: [Option<Options>] = [
    .flag(
      "undo", \.isUndo,
      "Bring the photos back from the trash; if they are no longer there, the next sync fetches them"
    )
  ]

  let directory: String
  let names: [String]
  let options: Options

  var writableFolders: [String]? { [directory] }

  init(_ operands: [String], _ options: Options) {
    (directory, names, self.options) = (operands[0], Array(operands.dropFirst()), options)
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    let trash = MirrorTrash(of: context.mirror(directory))
    return try await TaskFrame(context, hint: nil).run { frame in
      options.isUndo
        ? frame.write(try await trash.remember(names), "remembered")
        : frame.write(try await trash.forget(names), "forgotten")
    }
  }
}
