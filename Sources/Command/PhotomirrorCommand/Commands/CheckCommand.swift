import Console
import Images

/// `photomirror check FILE…`
struct CheckCommand: Command {
  struct Options: CommandOptions {
    var isJSON = false
    var isQuiet = false
    var limits = ImageLimits()
  }

  static let name = CommandName.check
  static let text = CommandText(
    summary: "Decode image files completely, and report which are intact",
    operands: ["FILE…"],
    examples: [
      .init("photomirror check -q scans", "the files in the folder ./scans that are not intact"),
      .init(
        "photomirror check --json - <files",
        "one JSON object for each file of a list, such as that of 'find'"),
    ],
    meanings: [
      .directoryFailed: "cannot write to standard output",
      .success: "every file is whole or not decoded",
      .somePhotosFailed: "some files are damaged, not images or cannot be read",
      .interrupted: "interrupted; the summary counts the files that were checked",
    ],
    isRestricted: true)
  static var results: [ToldKeys] { [PictureReport.keys.told()] }
  static let options: [Option<Options>] =
    [
      .flag("json", \.isJSON, "Write one JSON object for each file"),
      .flag(
        "quiet", letter: "q", \.isQuiet,
        "Show only files that are not intact, and a summary if there are any"),
    ]
    + ImageLimits.options.at(\.limits)

  /// Files, folders, and `-` for a list on standard input.
  let paths: [String]
  let options: Options

  init(_ operands: [String], _ options: Options) { (paths, self.options) = (operands, options) }

  var decoding: ImageLimits? { options.limits }
  var writableFolders: [String]? { [] }

  func run(in context: CommandContext) async throws -> ExitStatus {
    let limits = options.limits
    let paths = try await PictureList(operands: paths).paths()
    let total = paths.count
    let files = PictureFiles(
      paths: paths, isJSON: options.isJSON, isQuiet: options.isQuiet
    ) { counts, reported in
      let findings = [PictureReport.Finding.whole, .notDecoded, .failed].compactMap { finding in
        counts[finding].map { "\(Quantity.count($0)) \(finding.rawValue)" }
      }
      return "checked \(Quantity.count(reported, outOf: total, of: "file")): "
        + (findings.isEmpty ? "nothing" : findings.joined(separator: ", "))
    }
    return try await files.report(in: context) { path in
      switch PictureFiles.prove(path, thumbnailEdge: nil, limits: limits) {
      case .success(let proof): PictureReport(path, proof)
      case .failure(let failure): PictureReport(path, reason: failure.reason)
      }
    }
  }
}
