import Console
import Foundation
import Images
import MirrorCore
import Mirroring

/// `photomirror gallery DIRECTORY`
struct GalleryCommand: Command {
  struct Options: CommandOptions {
    var output: String?
    var choices = MirrorGallery.Choices()
  }

  static let name = CommandName.gallery
  static let text = CommandText(
    summary: "Write pages to look at a mirror in a browser",
    operands: ["DIRECTORY"],
    examples: [
      .init("photomirror gallery photos", "into photos/gallery; again: only what changed"),
      .init(
        "photomirror gallery photos -o site --title Holidays",
        "a folder that any web server can publish: pages and public photos"),
    ],
    exitStatuses: [.success, .usage, .directoryFailed, .interrupted],
    meanings: [
      .success: "every page is written",
      .directoryFailed: "the mirror cannot be read, or the pages cannot be written",
    ],
    opensStore: true)
  static let options: [Option<Options>] =
    [
      .optional(
        "output", letter: "o", .text("DIR"), \.output,
        "A folder to publish: pages without coordinates, and the files of the photos that they show, as hard "
          + "links or copies. Without it: DIRECTORY/gallery, whose pages link to the mirror's files"
      )
    ] + pageOptions + [
      .optional(
        "url", .webAddress, \.choices.address,
        "With -o: the web address of the folder, so that links to it have a preview with a picture"),
      .optional(
        "photos-url", .webAddress, \.choices.photosAddress,
        "With -o, for a mirror in an object store: the web address of its photos. Pages have thumbnails, and "
          + "link to the photos there"),
      .flag(
        "places", \.choices.publishesPlaces,
        "With -o: also places, coordinates and a map; the site may show some of them to you only"),
    ]

  /// The options that pages in the mirror have too.
  static let pageOptions: [Option<Options>] =
    [
      .optional(
        "title", .text("TEXT"), \.choices.title,
        "Title of the first page. Without it: that of the album, or the name of the owner, that has all "
          + "photos, or else the directory's name"),
      .value(
        "preview", .number(0...8192, "EDGE"), \.choices.previewEdge,
        "Longest edge of the pictures that pages show of larger photos, and of HEIC, TIFF and JPEG XL, in "
          + "pixels; they are made in the gallery's folder. 0: the files themselves"),
      .privatePhotos(\.choices.includesPrivate),
    ] + ImageLimits.commonOptions.at(\.choices.limits)

  let directory: String
  private let options: Options

  init(_ operands: [String], _ options: Options) throws(UsageError) {
    guard options.output != nil || options.choices.photosAddress == nil else {
      throw UsageError("--photos-url needs -o, a folder for the pages and thumbnails")
    }
    (directory, self.options) = (operands[0], options)
  }

  var decoding: ImageLimits? { options.choices.limits }
  var writableFolders: [String]? {
    [gallery(of: Mirror(directory)).output]
      + (options.output == nil ? [] : [Confinement.state(of: directory)])
  }

  func prepare(in environment: [String: String]) throws(CommandFailure) {
    GalleryKey.make(in: environment)
  }

  func gallery(in context: CommandContext) -> MirrorGallery {
    var mirror = context.mirror(directory)
    mirror.galleryKey = GalleryKey.read(in: context.environment)
    return gallery(of: mirror)
  }

  private func gallery(of mirror: Mirror) -> MirrorGallery {
    MirrorGallery(of: mirror, into: options.output, options.choices)
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    let gallery = gallery(in: context)
    let status = try await Self.update(gallery, context)
    if status == .success { Output.standard.write(lines: [gallery.output + "/index.html"]) }
    return status
  }

  /// Writes the pages, with progress and a summary.
  static func update(
    _ gallery: MirrorGallery, _ context: CommandContext
  ) async throws -> ExitStatus {
    try await TaskFrame(context).run { frame in
      do {
        let totals = try await gallery.write { progress in frame.show(progress.text) }
        let gaps = Message.gaps(
          privatePhotos: totals.privatePhotos, lost: totals.missing,
          hint: "'photomirror repair' fetches them again")
        return TaskEnd(totals.lines + gaps.flatMap(\.lines))
      } catch let error as MirrorError {
        let failure = CommandFailure(error)
        if case .directory(_, .remoteStore) = error {
          throw CommandFailure(
            failure.status, failure.message.text,
            hints: ["give -o DIR, which gets copies, or with --photos-url thumbnails only"])
        }
        throw failure.message.text.contains(gallery.output)
          ? failure.with(hint: "-o DIR writes the pages into another folder") : failure
      }
    }
  }
}

extension ValueKind<String> {
  fileprivate static let webAddress = ValueKind(
    "URL", takes: "an address like https://photos.example.org/ada/", text: \.self,
    value: { text in
      guard let parts = URLComponents(string: text), ["http", "https"].contains(parts.scheme),
        parts.host?.isEmpty == false, parts.user == nil, parts.query == nil, parts.fragment == nil
      else { return nil }
      return text
    })
}

extension MirrorGallery.Progress {
  fileprivate var text: String {
    switch self {
    case .fetching(let photos): "fetched \(Quantity.count(photos, of: "photo"))"
    case .reading(let photos): "read \(Quantity.count(photos, of: "photo"))"
    case .picturing(let photos): "made pictures of \(Quantity.count(photos, of: "photo"))"
    case .arranging(let photos, let total):
      "arranged \(Quantity.count(photos)) of \(Quantity.count(total, of: "photo"))"
    case .writing(let pages, let total):
      "checked \(Quantity.count(pages)) of \(Quantity.count(total, of: "page"))"
    }
  }
}

extension MirrorGallery.Totals {
  fileprivate var lines: [String] {
    [
      "\(Quantity.count(photos, of: "photo")) on \(Quantity.count(pages, of: "page")): "
        + "\(Quantity.count(written)) written, \(Quantity.count(pages - written)) unchanged"
        + (removed > 0 ? ", \(Quantity.count(removed)) removed" : "")
        + (pictures > 0 ? "; pictures of \(Quantity.count(pictures, of: "photo")) made" : "")
        + (files > 0 ? "; \(Quantity.count(files, of: "file")) linked or copied" : "")
    ]
  }
}
