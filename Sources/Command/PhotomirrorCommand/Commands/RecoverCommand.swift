import Console
import MirrorCore
import Mirroring

/// `photomirror recover [FROM] DIRECTORY`
struct RecoverCommand: Command {
  struct Options: CommandOptions {}

  static let name = CommandName.recover
  static let text = CommandText(
    summary: "Rebuild a mirror's lost or damaged catalog from its newest good snapshot",
    operands: ["[FROM]", "DIRECTORY"],
    examples: [
      .init("photomirror recover photos", "from the snapshots in it"),
      .init(
        "photomirror recover --store s3://bucket/photos photos",
        "from the snapshots beside the photos, also into a new directory"),
    ],
    exitStatuses: [.success, .usage, .directoryFailed, .interrupted],
    meanings: [
      .success: "the catalog is whole; 'sync' records what was stored after the snapshot",
      .directoryFailed: "there is no usable snapshot, or the directory or the store failed",
      .interrupted: "interrupted; run the same command again",
    ],
    opensStore: true)
  static let options: [Option<Options>] = []

  private let source: String?
  private let directory: String

  var writableFolders: [String]? { [directory] }

  init(_ operands: [String], _ options: Options) throws(UsageError) {
    (source, directory) = (operands.count > 1 ? operands[0] : nil, operands[operands.count - 1])
    if operands.contains(where: { $0.hasPrefix("s3://") }) {
      throw UsageError(
        "'recover' takes directories", hints: ["give the object store with --store"])
    }
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    let recovery = Recovery(of: context.mirror(directory), from: source)
    do {
      let result = try await StopSignals.run {
        try await recovery.run { Output.error.write(lines: [$0.text]) }
      } finalLines: {
        ["interrupted"]
      }
      Output.error.write(lines: summary(result))
      return .success
    } catch is CancellationError {
      Output.error.write(lines: ["interrupted"])
      return .interrupted
    } catch let error as MirrorError {
      throw CommandFailure(error)
    }
  }

  private func summary(_ result: Recovery.Result) -> [String] {
    let photos = Quantity.count(result.photos, of: "photo")
    guard let date = result.date else {
      return ["the catalog is whole, with \(photos); there is nothing to recover"]
    }
    return [
      "recovered the catalog of \(date), with \(photos)",
      "hint: 'photomirror sync' records the files that were stored later, and fetches none of them",
    ]
  }
}

extension Recovery.Finding {
  fileprivate var text: String {
    switch self {
    case .refused(let snapshot, let reason): TerminalText.line("refused \(snapshot): \(reason)")
    case .setAside(let path): TerminalText.line("the damaged catalog is kept as \(path)")
    }
  }
}
