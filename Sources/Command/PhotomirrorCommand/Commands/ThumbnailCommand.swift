import Console
import Foundation
import Images

/// `photomirror thumbnail FILE… -o DIR`
struct ThumbnailCommand: Command {
  struct Options: CommandOptions {
    var output: String?
    var edge = 256
    var isJSON = false
    var limits = ImageLimits()
  }

  static let name = CommandName.thumbnail
  static let text = CommandText(
    summary: "Make a PNG thumbnail of each intact image file",
    operands: ["FILE…"],
    examples: [
      .init("photomirror thumbnail *.jpg -o small", "into ./small, upright"),
      .init(
        "photomirror thumbnail --edge 64 --json -o icons a.webp b.gif",
        "64 pixels, one JSON object for each file"),
    ],
    meanings: [
      .success: "every file has its thumbnail",
      .somePhotosFailed: "some files have no thumbnail",
      .directoryFailed: "cannot create the output directory, or write to standard output",
      .interrupted: "interrupted; the thumbnails that were reported exist",
    ],
    isRestricted: true)
  static var results: [ToldKeys] { [PictureReport.keys.told()] }
  static let options: [Option<Options>] =
    [
      .optional(
        "output", letter: "o", .text("DIR"), \.output,
        "Directory of the thumbnails, which are named FILE.png; created if missing"),
      .value("edge", .number(1...4096), \.edge, "Longest edge of the thumbnails in pixels"),
      .flag("json", \.isJSON, "Write one JSON object for each file"),
    ] + ImageLimits.options.at(\.limits)

  let files: [String]
  /// May not exist yet.
  let directory: String
  let options: Options

  init(_ operands: [String], _ options: Options) throws(UsageError) {
    guard let output = options.output, !output.isEmpty else {
      throw UsageError("'thumbnail' needs a directory for the thumbnails: -o DIR")
    }
    (files, directory, self.options) = (operands, output, options)
  }

  var decoding: ImageLimits? { options.limits }
  var writableFolders: [String]? { [directory] }

  func run(in context: CommandContext) async throws -> ExitStatus {
    try checkNames()
    try makeDirectory()
    let total = files.count
    let pictures = PictureFiles(paths: files, isJSON: options.isJSON) { counts, reported in
      "made \(Quantity.count(counts[.whole] ?? 0, of: "thumbnail")), "
        + "\(Quantity.count(counts[.failed] ?? 0)) failed"
        + (reported < total ? ", of \(Quantity.count(total, of: "file"))" : "")
    }
    return try await pictures.report(
      in: context,
      ThumbnailMaker(files, in: directory, edge: options.edge, limits: options.limits).report)
  }

  /// Two files of one name would have one thumbnail. Compares bytes: equal strings can be different names
  /// that encode a letter in two ways.
  private func checkNames() throws(UsageError) {
    var first: [[UInt8]: String] = [:]
    for file in files {
      let name = ThumbnailMaker.name(of: file)
      if let other = first.updateValue(file, forKey: Array(name.utf8)),
        !other.utf8.elementsEqual(file.utf8)
      {
        throw UsageError(
          "'\(other)' and '\(file)' would both become \(name)",
          hints: ["use a separate output directory for each input directory"])
      }
    }
  }

  private func makeDirectory() throws(CommandFailure) {
    do {
      try FileManager.default.createDirectory(
        atPath: directory, withIntermediateDirectories: true)
    } catch {
      throw CommandFailure(
        .directoryFailed, "cannot create the directory \(directory): \(error.systemReason)")
    }
  }
}
