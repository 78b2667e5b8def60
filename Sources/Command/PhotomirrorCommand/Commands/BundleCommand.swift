import Console
import Foundation
import MirrorCore
import Mirroring
import SystemCalls

/// `photomirror bundle DIRECTORY OUT`
struct BundleCommand: Command {
  struct Options: CommandOptions {
    var bundle = MirrorBundle.Options()
    var albums: [String] = []
    var tags: [FoldedTag] = []
    var photos: [String] = []
    var info: [BagInfo.Entry] = []
    var digests = ["sha256", "sha512"]
    var profile: String?
  }

  static let name = CommandName.bundle
  static let text = CommandText(
    summary: "Write photos as a package for an archive (BagIt 1.0)",
    operands: ["DIRECTORY", "OUT"],
    examples: [
      .init("photomirror bundle photos bag", "all photos, their sidecars, and lists of them"),
      .init(
        "photomirror bundle --tag sea --profile archive.json photos sea",
        "the photos with a tag, as an archive's profile asks"),
    ],
    meanings: [
      .success: "every chosen photo is in the bag",
      .somePhotosFailed: "some files are missing or changed, and left out; the bag is valid",
      .directoryFailed: "the directory or the bag failed, or the profile refuses it",
    ],
    opensStore: true)
  static let options: [Option<Options>] =
    [
      .list("album", .text("ALBUM"), \.albums, "Only photos of this album, by its title or id"),
      .list("tag", .tag, \.tags, "Only photos with this tag or another --tag"),
      .optional(
        "since", .date, \.bundle.filter.since,
        "Only photos taken on this day, month or year or later"),
      .optional(
        "until", .date, \.bundle.filter.until,
        "Only photos taken on this day, month or year or earlier"),
      .list("photo", .text("ID"), \.photos, "Only the photo with this id, or another --photo"),
      .privatePhotos(\.bundle.includesPrivate),
      .list(
        "info", .info, \.info,
        "A line of bag-info.txt. Bagging-Date, Bag-Size, Payload-Oxum and the software are added"),
      .value(
        "digests", .digests, \.digests,
        "The manifests: sha256, sha512, md5, sha1, separated by commas"),
      .optional(
        "profile", .text("FILE"), \.profile,
        "A BagIt profile (JSON), with which the bag is compared before it is written"),
      .optional(
        "max-bytes", .bytes(from: 1), \.bundle.maximumBytes,
        "The most bytes of photos in a bag: OUT has the bags bag-1, bag-2, … of a group"),
      .flag(
        "tar", \.bundle.isTar,
        "Write the bag as one file, OUT, in tar's format; an interrupted one is begun again"),
      .flag(
        "gallery", \.bundle.hasGallery,
        "Add pages to look at the photos in a browser, with all that is known of the photos of the bag"
      ),
      .hardLinks(\.bundle.sharesFiles, of: "files"),
    ]

  private let directory: String
  private let place: String
  private var options: Options

  var writableFolders: [String]? { [place, Confinement.state(of: directory)] }

  init(_ operands: [String], _ options: Options) throws(UsageError) {
    guard !options.bundle.isTar || !options.bundle.sharesFiles else {
      throw UsageError("--tar and --hard-links exclude each other")
    }
    (directory, place, self.options) = (operands[0], operands[1], options)
    self.options.bundle.albums = Set(options.albums)
    self.options.bundle.filter.tags = Set(options.tags)
    self.options.bundle.photos = Set(options.photos)
    self.options.bundle.info = BagInfo(options.info)
    self.options.bundle.digests = options.digests
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    var chosen = options.bundle
    chosen.profile = try options.profile.map { path throws(UsageError) in
      try BagProfile(fileAt: path)
    }
    let bundle = MirrorBundle(
      of: context.mirror(directory), to: place, chosen, documents: Self.documents)
    return try await TaskFrame(context).run { frame in
      let totals = try await bundle.run { step in
        switch step {
        case .progress(let totals):
          frame.show(
            "bundled \(Quantity.count(totals.bundled)) of "
              + "\(Quantity.count(totals.photos, of: "photo")), \(Quantity.bytes(totals.byteCount))"
          )
        case .leftOut(let path, let reason):
          frame.write([TerminalText.line("\(path): \(reason)")])
        }
      }
      return TaskEnd(lines(totals), isWhole: totals.leftOut == 0)
    }
  }

  private static var documents: [MirrorBundle.Document] {
    let credits = ExportFormat.html
    return [
      MirrorBundle.Document("metadata/metadata.csv", head: [ArchiveTable.header]) {
        [ArchiveTable.line($0)]
      },
      MirrorBundle.Document("metadata/credits.html", head: credits.head, foot: credits.foot) {
        credits.lines(of: $0)
      },
    ]
  }

  private func lines(_ totals: MirrorBundle.Totals) -> [String] {
    let photos = Quantity.count(totals.bundled, outOf: totals.photos, of: "photo")
    return [
      "bundled \(photos): \(Quantity.count(totals.files, of: "file")), "
        + "\(Quantity.bytes(totals.byteCount)) in \(Quantity.count(totals.bags.count, of: "bag"))"
    ] + CountedLine.lines(.leftOut(totals.leftOut))
  }
}

extension ValueKind<BagInfo.Entry> {
  fileprivate static let info = ValueKind(
    "'LABEL: VALUE'", takes: "a line such as 'Source-Organization: Me'",
    text: { "\($0.label): \($0.value)" }, value: BagInfo.Entry.init)
}

extension ValueKind<[String]> {
  private static let digestNames = ["sha256", "sha512", "md5", "sha1"]

  fileprivate static let digests = ValueKind(
    "NAMES", takes: "some of \(digestNames.joined(separator: ", "))",
    text: { $0.joined(separator: ",") },
    value: { text in
      let names = text.split(separator: ",").map(String.init)
      let isKnown = names.allSatisfy { digestNames.contains($0) }
      return isKnown && !names.isEmpty && Set(names).count == names.count ? names : nil
    })
}

extension BagProfile {
  private static let mostBytes = 1 << 20

  /// - Throws: ``UsageError`` if the file cannot be read, or is no profile.
  fileprivate init(fileAt path: String) throws(UsageError) {
    guard let file = try? SmallFile(path, atMost: Self.mostBytes, seconds: 30), file.isWhole else {
      throw UsageError("--profile \(path) cannot be read, or is larger than 1 MiB")
    }
    do throws(MirrorError) { try self.init(file.text) } catch {
      throw UsageError("--profile \(path): \(error.message)")
    }
  }
}
