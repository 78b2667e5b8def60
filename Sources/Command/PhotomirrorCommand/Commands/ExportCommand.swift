import Console
import MirrorCore
import Mirroring
import SystemCalls

/// `photomirror export DIRECTORY`
struct ExportCommand: Command {
  struct Options: CommandOptions {
    var format = ExportFormat.json
    var output: String?
    var includesPrivate = false
  }

  static let name = CommandName.export
  static let text = CommandText(
    summary: "Write the metadata of all mirrored photos, or a page with their credits",
    operands: ["DIRECTORY"],
    examples: [
      .init(
        "photomirror export photos --format csv -o photos.csv", "a table for a spreadsheet"),
      .init(
        "photomirror export photos --format html",
        "title, author, source and license of each photo"),
    ],
    exitStatuses: [.success, .usage, .directoryFailed, .interrupted],
    meanings: [
      .success: "every photo is written",
      .directoryFailed: "the directory or standard output failed",
      .interrupted: "interrupted; the output is incomplete",
    ])
  static var results: [ToldKeys] { ExportFormat.keys }
  static let options: [Option<Options>] = [
    .value(
      "format", .choice, \.format,
      "csv: a table; json: an object a line; html: a page with the credits; sha256sum: digests, which "
        + "'sha256sum -c' compares with the files; events: what happened to each photo, an object a line; "
        + "premis: the files and their events as PREMIS 3.0"),
    .optional(
      "output", letter: "o", .text("FILE"), \.output,
      "Write into this file, which is replaced when all is written. Without it: standard output"),
    .privatePhotos(\.includesPrivate),
  ]

  let directory: String
  let options: Options

  var writableFolders: [String]? {
    [Confinement.state(of: directory)]
      + [options.output].compactMap { $0.map(UnattendedOptions.folder) }
  }

  init(_ operands: [String], _ options: Options) {
    (directory, self.options) = (operands[0], options)
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    let export = MirrorExport(
      of: context.mirror(directory), includesPrivate: options.includesPrivate,
      hasHistory: options.format.hasHistory)
    let draft = try draft()
    defer { draft?.discard() }
    let output = draft.map { Output(descriptor: $0.descriptor) } ?? .standard
    return try await TaskFrame(context, hint: nil).run { _ in
      do {
        let gaps = try await write(export, as: options.format, to: output)
        if let draft { try finish(draft, output) }
        let warnings = Message.gaps(
          privatePhotos: gaps.privatePhotos, lost: gaps.lost,
          hint: "'photomirror repair' restores them; 'forget' lets them go")
        for warning in warnings { warning.write() }
        return TaskEnd()
      } catch is ReaderLeft {
        guard draft != nil, let reason = output.failure else { throw ReaderLeft() }
        throw failure(reason)
      }
    }
  }

  /// Nil for standard output.
  private func draft() throws(CommandFailure) -> FileDraft? {
    guard let path = options.output else { return nil }
    do throws(SystemError) { return try FileDraft(of: path) } catch { throw failure(error.reason) }
  }

  private func finish(_ draft: FileDraft, _ output: Output) throws(CommandFailure) {
    if let reason = output.failure { throw failure(reason) }
    do throws(SystemError) { try draft.replace() } catch { throw failure(error.reason) }
  }

  private func failure(_ reason: String) -> CommandFailure {
    CommandFailure(.directoryFailed, "cannot write \(options.output ?? ""): \(reason)")
  }

  private func write(
    _ export: MirrorExport, as format: ExportFormat, to output: Output
  ) async throws -> MirrorExport.Gaps {
    var (hasBegun, gaps) = (false, MirrorExport.Gaps())
    for pass in 0..<format.passes {
      gaps = try await export.read { photos in
        // Not before the mirror is known to be one.
        if !hasBegun { output.write(lines: format.head) }
        hasBegun = true
        output.write(lines: photos.flatMap { format.lines(of: $0, pass: pass) })
        if output.isClosed { throw ReaderLeft() }
      }
    }
    output.write(lines: (hasBegun ? [] : format.head) + format.foot)
    return gaps
  }
}

extension Message {
  /// What an export or a gallery lacks.
  /// - Parameter hint: About the photos without a file.
  static func gaps(privatePhotos: Int, lost: Int, hint: String) -> [Message] {
    let left = Quantity.count(privatePhotos, of: "private photo")
    let gone = Quantity.count(lost, of: "photo")
    let gaps = [
      (
        privatePhotos,
        Message(
          .warning, "\(left) \(privatePhotos == 1 ? "is" : "are") left out",
          hints: ["--private includes them"])
      ),
      (lost, Message(.warning, "the files of \(gone) are missing", hints: [hint])),
    ]
    return gaps.filter { $0.0 > 0 }.map(\.1)
  }
}
