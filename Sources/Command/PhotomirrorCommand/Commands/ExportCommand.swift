import Console
import MirrorCore
import Mirroring

/// `photomirror export DIRECTORY`
struct ExportCommand: Command {
  struct Options: CommandOptions {
    var format = ExportFormat.json
    var includesPrivate = false
  }

  static let name = CommandName.export
  static let text = CommandText(
    summary: "Write the metadata of all mirrored photos, or a page with their credits",
    operands: ["DIRECTORY"],
    examples: [
      .init("photomirror export photos --format csv", "a table for a spreadsheet"),
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
  static let options: [Option<Options>] = [
    .value(
      "format", .choice, \.format,
      "csv: a table; json: an object a line; html: a page with the credits; sha256sum: digests, which "
        + "'sha256sum -c' compares with the files; events: what happened to each photo, an object a line; "
        + "premis: the files and their events as PREMIS 3.0"),
    .flag(
      "private", \.includesPrivate,
      "Also photos that their site shows to some people only"),
  ]

  let directory: String
  let options: Options

  var writableFolders: [String]? { [Confinement.state(of: directory)] }

  init(_ operands: [String], _ options: Options) {
    (directory, self.options) = (operands[0], options)
  }

  /// Standard output was closed.
  private struct ReaderLeft: Error {}

  func run(in context: CommandContext) async throws -> ExitStatus {
    let export = MirrorExport(
      of: context.mirror(directory), includesPrivate: options.includesPrivate,
      hasHistory: options.format.hasHistory)
    do {
      let leftOut = try await StopSignals.run {
        try await write(export, as: options.format)
      } finalLines: {
        ["interrupted"]
      }
      if leftOut > 0 {
        let photos = Quantity.count(leftOut, of: "private photo")
        Message(
          .warning, "\(photos) \(leftOut == 1 ? "is" : "are") left out",
          hints: ["--private includes them"]
        ).write()
      }
      return .success
    } catch is CancellationError {
      Output.error.write(lines: ["interrupted"])
      return .interrupted
    } catch is ReaderLeft {
      return .success
    } catch let error as MirrorError {
      throw CommandFailure(error)
    }
  }

  /// - Returns: How many private photos were left out.
  private func write(_ export: MirrorExport, as format: ExportFormat) async throws -> Int {
    var (hasBegun, leftOut) = (false, 0)
    for pass in 0..<format.passes {
      leftOut = try await export.read { photos in
        // Not before the mirror is known to be one.
        if !hasBegun { Output.standard.write(lines: format.head) }
        hasBegun = true
        Output.standard.write(lines: photos.flatMap { format.lines(of: $0, pass: pass) })
        if Output.standard.isClosed { throw ReaderLeft() }
      }
    }
    Output.standard.write(lines: (hasBegun ? [] : format.head) + format.foot)
    return leftOut
  }
}
