import Console
import Images
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
        "photomirror recover s3://bucket/photos photos",
        "from the snapshots beside the photos, also into a new directory"),
    ],
    exitStatuses: [.success, .usage, .directoryFailed, .interrupted],
    meanings: [
      .success: "the catalog is whole, and knows the files that were stored after the snapshot",
      .directoryFailed:
        "there is no usable snapshot, or the catalog is on a server, whose backups have it (pg_dump), or the directory "
        + "or the store failed",
    ],
    opensStore: true)
  static let options: [Option<Options>] = []

  private let source: String?
  private let snapshot: String?
  private let directory: String

  let storeOperand: StoreLocation?

  var decoding: ImageLimits? { ImageLimits() }
  /// Readers of the other mirror's catalog share an index with its writers.
  var writableFolders: [String]? {
    [directory] + [source].compactMap(\.self).map(Confinement.state)
  }

  init(_ operands: [String], _ options: Options) throws(UsageError) {
    directory = operands[operands.count - 1]
    let from = operands.count > 1 ? operands[0] : nil
    storeOperand = from.flatMap { StoreLocation($0) }
    snapshot = from.flatMap { Recovery.isSnapshot($0) ? $0 : nil }
    source = storeOperand == nil && snapshot == nil ? from : nil
    for place in [source, directory].compactMap(\.self) where StoreLocation.isAddress(place) {
      throw UsageError(
        place == directory
          ? "DIRECTORY is the one of the catalog, not \(StoreLocation.withoutPassword(place))"
          : "\(StoreLocation.withoutPassword(place)) is not \(StoreLocation.shapes)",
        hints: ["'photomirror recover ADDRESS DIRECTORY' takes the snapshots of a store"]
      )
    }
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    let recovery = Recovery(of: context.mirror(directory), from: source, snapshot: snapshot)
    return try await TaskFrame(context).run { frame in
      let result = try await recovery.run { finding in
        let output: Output = finding.isOfFile ? .standard : .error
        frame.write([finding.text] + finding.hints(directory), to: output)
      }
      return TaskEnd(summary(result))
    }
  }

  private func summary(_ result: Recovery.Result) -> [String] {
    let photos = Quantity.count(result.photos, of: "photo")
    guard let date = result.date else {
      return ["the catalog is whole, with \(photos); there is nothing to recover"]
    }
    guard let files = result.files else {
      return ["recovered the catalog of \(date), with \(photos)"]
    }
    return [
      "recovered the catalog of \(date), with \(photos), "
        + "\(Quantity.count(files.recorded)) of them from the sidecars of files that were stored later"
    ]
      + CountedLine.lines(
        .init(files.replaced, "photo", "replaced later"),
        .init(files.trashed, "photo", "went to the trash later"),
        .init(
          files.left, "file", "not recorded",
          hint: "'photomirror sync' records those that are named as photos of the listing"),
        .init(
          files.missing, "photo", "without a file",
          hint: "'photomirror repair' looks for them in copies, and fetches the others"))
  }
}

extension Recovery.Finding {
  fileprivate var text: String {
    switch self {
    case .refused(let snapshot, let reason): TerminalText.line("refused \(snapshot): \(reason)")
    case .ahead(let snapshot, _):
      TerminalText.line("skipped \(snapshot): its time is more than a day ahead of this clock")
    case .setAside(let path): TerminalText.line("the damaged catalog is kept as \(path)")
    case .left(let path, let reason): TerminalText.line("not recorded: \(path): \(reason)")
    case .unlisted(let store):
      TerminalText.line("the files in \(store) were not listed; name it with --store to list them")
    }
  }

  fileprivate func hints(_ directory: String) -> [String] {
    guard case .ahead(_, let name) = self else { return [] }
    return [
      "hint: 'photomirror recover \(name) \(ShellWord.quoted(directory))' takes it all the same"
    ]
  }

  fileprivate var isOfFile: Bool {
    if case .left = self { true } else { false }
  }
}
