import Console
import Images
import MirrorCore
import Mirroring

/// `photomirror adopt SOURCE DIRECTORY`
struct AdoptCommand: Command {
  struct Options: ProviderTaking {
    var isDryRun = false
    var isOffline = false
    var isJSON = false
    var mirror = MirrorOptions()
    var provider = ProviderOptions()
  }

  static let name = CommandName.adopt
  static let text = CommandText(
    summary: "Record files that are already in a directory as the photos of a feed",
    operands: ["SOURCE", "DIRECTORY"],
    otherUses: ["NAME"],
    examples: [
      .init(
        "photomirror adopt --dry-run flickr:user/35034348999@N01 photos",
        "what would be adopted from a directory of another tool"),
      .init(
        "photomirror adopt --offline flickr:user/35034348999@N01 photos",
        "only files with sidecars, without reading the feed"),
    ],
    exitStatuses: ExitStatus.allCases,
    meanings: [
      .success: "done; 'sync' fetches the photos without a file",
      .somePhotosFailed: "some files are damaged, or show another picture than their photo",
    ],
    opensStore: true,
    isRestricted: true)
  static var results: [ToldKeys] {
    [
      FolderAdoption.Finding.keys.told(),
      FolderAdoption.Totals.keys.told("and last the summary:"),
    ]
  }
  static let options: [Option<Options>] =
    [
      .flag("dry-run", \.isDryRun, "Report what would be adopted, and write nothing"),
      .flag(
        "offline", \.isOffline,
        "Do not read the feed: adopt only files whose sidecars name their photos"),
      .thumbnailEdge(\.mirror.thumbnailEdge),
      .thumbnailFormat(\.mirror.thumbnailFormat),
      .flag("json", \.isJSON, "Write one JSON object for each file, and one for the summary"),
    ] + ImageLimits.commonOptions.at(\.mirror.imageLimits) + MirrorOptions.network.at(\.mirror)
    + ProviderOptions.options.at(\.provider)

  let source: SourceAddress
  let directory: String
  let options: Options

  var decoding: ImageLimits? { options.mirror.imageLimits }
  var opensModules: Bool { true }
  var writableFolders: [String]? { [directory] }
  var isVerbose: Bool { options.mirror.isVerbose }

  init(_ operands: [String], _ options: Options) throws(UsageError) {
    source = try SourceAddress(operands[0])
    (directory, self.options) = (operands[1], options)
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    let chosen = try ChosenSource(source, options.provider, environment: context.environment)
    var configuration = try chosen.configuration(options.mirror, mirror: context.mirror(directory))
    configuration.whenStuck = { Message.end(.sourceFailed, $0) }
    let adoption = FolderAdoption(
      configuration, readsListing: !options.isOffline, isDryRun: options.isDryRun,
      delegate: NotePrinter(.error))
    return try await TaskFrame(context, JSONChoice(isOn: options.isJSON)).run { frame in
      let totals = try await adoption.run { frame.write($0.file, FolderAdoption.Finding.keys) }
      return TaskEnd(
        summary(totals), FolderAdoption.Totals.keys.object(totals), isWhole: totals.refused == 0)
    }
  }

  private func summary(_ totals: FolderAdoption.Totals) -> [String] {
    var line =
      (options.isDryRun ? "would adopt " : "adopted ")
      + Quantity.count(totals.adopted, of: "photo")
    if totals.known > 0 { line += ", \(Quantity.count(totals.known)) known" }
    if totals.refused > 0 { line += ", \(Quantity.count(totals.refused, of: "file")) refused" }
    if totals.extra > 0 { line += ", \(Quantity.count(totals.extra, of: "file")) extra" }
    guard totals.missing > 0 else { return [line] }
    let missing = Quantity.count(totals.missing, of: "photo")
    return [line, "hint: 'photomirror sync' fetches the \(missing) of the feed without a file"]
  }
}

extension FolderAdoption.Finding {
  static let keys = FoundFile.keys("adopted, refused, extra") {
    $0.addIfAny("id", "of the adopted photo", \.id)
    $0.addIfAny("reason", "of the others", { $0.id == nil ? .some($0.reason) : nil })
  }

  var file: FoundFile {
    switch self {
    case .adopted(let path, let photo):
      var file = FoundFile("=", "adopted", path)
      (file.id, file.says) = (photo, "\(path): \(photo)")
      return file
    case .refused(let path, let reason): return FoundFile("*", "refused", path, reason)
    case .extra(let path): return FoundFile("+", "extra", path)
    }
  }
}

extension FolderAdoption.Totals {
  fileprivate static let keys = ResultKeys<Self> {
    $0.add("adopted", \.adopted)
    $0.add("known", \.known)
    $0.add("refused", \.refused)
    $0.add("extra", \.extra)
    $0.add("listed", "photos of the feed", \.listed)
    $0.add("missing", "of these, without a file", \.missing)
  }
}
