import Console
import MirrorCore
import Mirroring

/// `photomirror rename DIRECTORY`
struct RenameCommand: Command {
  struct Options: CommandOptions {
    var names: NameTemplate?
    var isDryRun = false
  }

  static let name = CommandName.rename
  static let text = CommandText(
    summary: "Give the photos of a mirror the names of a template",
    operands: ["DIRECTORY"],
    examples: [
      .init(
        "photomirror rename photos --dry-run --name '{taken:yyyy}/{title}_{id}'",
        "what would be moved"),
      .init("photomirror rename photos", "continue a rename that was interrupted"),
    ],
    meanings: [
      .success: "every photo has the name of the template",
      .somePhotosFailed: "some photos keep their names, because other files have the new ones",
    ],
    opensStore: true)
  static let options: [Option<Options>] = [
    .optional(
      "name", .names, \.names,
      "Template of the names, kept for later runs; see 'photomirror help names'"),
    .flag("dry-run", \.isDryRun, "Show what would be moved, and move nothing"),
  ]

  let directory: String
  let options: Options

  var writableFolders: [String]? { [directory] }

  init(_ operands: [String], _ options: Options) {
    (directory, self.options) = (operands[0], options)
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    let renaming = Renaming(
      in: context.mirror(directory), template: options.names, isDryRun: options.isDryRun)
    return try await TaskFrame(context).run { frame in
      var moved = 0
      let totals = try await renaming.run { step in
        switch step {
        case .moved(let old, let new):
          moved += 1
          frame.reach { [moved] in
            TaskEnd(["renamed \(Quantity.count(moved, of: "photo"))"])
          }
          frame.write([TerminalText.line("\(old) -> \(new)", limit: 2000)])
        case .kept(let path, let reason):
          Message(.warning, "\(path) keeps its name: \(reason)").write()
        }
      }
      return TaskEnd([summary(totals)], isWhole: totals.kept == 0)
    }
  }

  private func summary(_ totals: Renaming.Totals) -> String {
    let word = options.isDryRun ? "would rename" : "renamed"
    let others = Quantity.counts([
      (totals.unchanged, "unchanged"), (totals.kept, "not renamed"),
      (totals.unknown, "without metadata: run sync first"),
    ])
    return (["\(word) \(Quantity.count(totals.moved, of: "photo"))"] + others)
      .joined(separator: ", ")
  }
}

extension ValueKind<NameTemplate> {
  /// The value of `--name`.
  static let names = ValueKind("TEMPLATE", text: \.text) { text, label throws(UsageError) in
    do throws(NameTemplateError) {
      return try NameTemplate(text)
    } catch {
      throw UsageError(
        "\(label): \(error.reason)",
        hints: ["such as '{owner}/{taken:yyyy-MM-dd}_{title}_{id}'; see 'photomirror help names'"])
    }
  }
}
