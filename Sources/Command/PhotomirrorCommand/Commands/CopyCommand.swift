import Console
import Images
import MirrorCore
import Mirroring

/// `photomirror copy DIRECTORY TO`
struct CopyCommand: Command {
  struct Options: CommandOptions {
    var copy = MirrorCopy.Options()
    /// The options of the copy's store.
    var store = StoreOptions()
  }

  static let name = CommandName.copy
  static let text = CommandText(
    summary: "Make or update a copy of a mirror, which is a mirror of its own",
    operands: ["DIRECTORY", "TO"],
    examples: [
      .init("photomirror copy photos /mnt/backup/photos", "only what is new or changed"),
      .init("photomirror copy --hard-links photos archive", "without a second copy of the photos"),
    ],
    meanings: [
      .success: "the copy has every photo of the mirror",
      .somePhotosFailed: "some files are missing or changed, and left out; the others are copied",
    ],
    isRestricted: true)
  static let options: [Option<Options>] =
    [
      .hardLinks(\.copy.sharesFiles, of: "photos")
    ]
    + ImageLimits.commonOptions.at(\.copy.limits) + StoreOptions.options.at(\.store)

  private let directory: String
  private let place: String
  private let options: Options

  var decoding: ImageLimits? { options.copy.limits }
  var writableFolders: [String]? { [place, Confinement.state(of: directory)] }
  var newDirectories: [String] { [place] }

  init(_ operands: [String], _ options: Options) throws(UsageError) {
    (directory, place, self.options) = (operands[0], operands[1], options)
    guard !StoreLocation.isAddress(place) else {
      throw UsageError(
        "TO is the directory with the copy's catalog, not \(StoreLocation.withoutPassword(place))",
        hints: ["--store \(StoreLocation.withoutPassword(place)) sends the photos there"])
    }
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    var (mirror, target) = (context.mirror(directory), Mirror(place))
    mirror.store = nil
    (target.store, target.knownStores) = (context.store?.location, context.store?.memory)
    let copy = MirrorCopy(of: mirror, to: target, options.copy)
    return try await TaskFrame(context).run { frame in
      let totals = try await copy.run { step in
        switch step {
        case .progress(let totals): frame.show(totals.progress)
        case .leftOut(let finding): frame.write([finding.file.text])
        }
      }
      return TaskEnd(totals.lines, isWhole: totals.leftOut + totals.companionsLeftOut == 0)
    }
  }
}

extension MirrorCopy.Totals {
  fileprivate var progress: String {
    "copied \(Quantity.bytes(byteCount)); "
      + "\(Quantity.count(checked)) of \(Quantity.count(photos, of: "photo")) done"
  }

  fileprivate var lines: [String] {
    [
      "copied \(Quantity.count(copied)) of \(Quantity.count(photos, of: "photo")), "
        + "\(Quantity.bytes(byteCount)); \(Quantity.count(companions)) sidecars and thumbnails"
        + (copiedTrash > 0 ? "; \(Quantity.count(copiedTrash, of: "file")) of the trash" : "")
    ]
      + CountedLine.lines(
        .init(setAside, "file", "of the copy moved to its .photomirror/set-aside"),
        .init(changedMeanwhile, "photo", "changed meanwhile; the next copy has them"),
        .init(
          lostInMirror, "photo", "lost in the mirror, and whole in the copy",
          hint: "'photomirror repair --from' this copy restores them"),
        .init(
          companionsLeftOut, nil,
          "sidecars and thumbnails left out: damaged; the copy keeps its own",
          hint: "'photomirror repair' makes them again"),
        .leftOut(leftOut))
  }
}

extension CountedLine {
  /// Photos that are in no copy and no bag.
  static func leftOut(_ count: Int) -> CountedLine {
    CountedLine(
      count, "photo", "left out: missing, changed or unreadable",
      hint: "'photomirror verify --accept' accepts an edited file, 'repair' fetches the others")
  }
}
