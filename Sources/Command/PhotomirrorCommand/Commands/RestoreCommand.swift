import Console
import Mirroring

/// `photomirror restore DIRECTORY PHOTO…`
struct RestoreCommand: Command {
  struct Options: CommandOptions {}

  static let name = CommandName.restore
  static let text = CommandText(
    summary: "Bring photos back from a mirror's trash, and files that were set aside",
    operands: ["DIRECTORY", "PHOTO…"],
    examples: [
      .init(
        "photomirror restore photos 52345678901",
        "the photo with this id at its site"),
      .init(
        "photomirror restore photos photos/ada/1.jpg", "the photo that had this path"),
    ],
    meanings: [
      .success: "every photo is back",
      .somePhotosFailed: "some photos are not there, or another file is in the way",
      .directoryFailed: "the directory failed: not a mirror, not writable, in use, or damaged",
      .interrupted: "interrupted; the next command on the mirror continues",
    ],
    opensStore: true)
  static let options: [Option<Options>] = []

  let directory: String
  let names: [String]

  var writableFolders: [String]? { [directory] }

  init(_ operands: [String], _ options: Options) {
    (directory, names) = (operands[0], Array(operands.dropFirst()))
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    let trash = MirrorTrash(of: context.mirror(directory))
    return try await TaskFrame(context, hint: nil).run { frame in
      frame.write(try await trash.restore(names), "restored")
    }
  }
}
