import Console
import FlickrExport
import Images
import MirrorCore
import Mirroring

/// `photomirror import flickr-export ZIP… DIRECTORY`
struct ImportCommand: Command {
  struct Options: CommandOptions {
    var mirror = MirrorOptions()
    var account: String?
    var site = "flickr.com"
    /// Not yet resolved for a terminal.
    var progress = ProgressMode.auto
  }

  static let name = CommandName.import
  static let text = CommandText(
    summary: "Import the archives that Flickr gives an account of its photos",
    operands: ["flickr-export", "ZIP…", "DIRECTORY"],
    examples: [
      .init(
        "photomirror import flickr-export ~/Downloads/*.zip photos",
        "all archives; 'sync flickr:user/NSID photos' then fetches only the rest"),
      .init(
        "photomirror import flickr-export a.zip photos --account 12345678@N00",
        "without the archive that contains account_profile.json"),
    ],
    exitStatuses: [
      .success, .somePhotosFailed, .usage, .sourceFailed, .directoryFailed, .interrupted,
    ],
    meanings: [
      .success: "every photo in the archives is mirrored, or a limit that was set was reached",
      .sourceFailed: "an archive is truncated, damaged, or not of a Flickr export",
    ],
    isRestricted: true)

  static let options: [Option<Options>] =
    main + limits + ImageLimits.commonOptions.at(\.mirror.imageLimits)

  private static let main: [Option<Options>] = [
    .optional(
      "account", .text("NSID"), \.account,
      "The account's NSID, such as 12345678@N00, if the archives do not contain it"),
    .value(
      "site", .text("HOST"), \.site,
      "The site that they come from, for services with Flickr's interface"),
    .thumbnailEdge(\.mirror.thumbnailEdge),
    .thumbnailFormat(\.mirror.thumbnailFormat),
    .progress(\.progress),
    .quiet(\.progress),
  ]

  private static let limits = Option<Options>.group(
    .limits,
    .minimumFree(\.mirror.minimumFree))

  let archives: [String]
  let directory: String
  let options: Options

  init(_ operands: [String], _ options: Options) throws(UsageError) {
    if let account = options.account, !ExportedAccount.isNSID(account) {
      throw UsageError(
        "--account takes an NSID such as 12345678@N00, not '\(account)'",
        hints: [
          "the address of the account's photos shows it, or 'photomirror list' of the account"
        ])
    }
    archives = Array(operands[1..<(operands.count - 1)])
    directory = operands[operands.count - 1]
    guard !directory.lowercased().hasSuffix(".zip") else {
      throw UsageError("the directory is missing; it follows the archives")
    }
    self.options = options
  }

  var decoding: ImageLimits? { options.mirror.imageLimits }
  var writableFolders: [String]? { [directory] }
  var newDirectories: [String] { [directory] }

  func run(in context: CommandContext) async throws -> ExitStatus {
    var order = ExportImport(archives: archives, into: context.mirror(directory))
    (order.options, order.site, order.account) = (options.mirror, options.site, options.account)
    let printer = ProgressPrinter(
      options.progress, terminal: Terminal(.error, environment: context.environment),
      output: .standard)
    let wanted = order
    return try await TaskFrame(context, printer, hint: SummaryText.resume).run { frame in
      let opened = try await wanted.open()
      let summary = try await opened.run(delegate: printer, whenStuck: frame.whenStuck)
      report(opened)
      return TaskEnd(summary)
    }
  }

  /// The sources of the photos that the archives do not have, one a line on standard output, for `sync`. In
  /// JSON the events of the listing count them.
  private func report(_ opened: OpenedImport) {
    let missing = opened.missing
    guard !missing.isEmpty, options.progress != .json else { return }
    Output.standard.write(lines: missing.map { "flickr:photo/\($0)" })
    Message(
      .warning,
      "the archives have no file of \(Quantity.count(missing.count, of: "photo")) of the export",
      hints: ["'photomirror sync \(opened.source) \(directory)' fetches them from Flickr"]
    ).write()
  }
}
