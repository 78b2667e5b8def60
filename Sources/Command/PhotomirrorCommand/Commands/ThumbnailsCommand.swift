import Console
import Images
import MirrorCore
import Mirroring

/// `photomirror thumbnails DIRECTORY`
struct ThumbnailsCommand: Command {
  struct Options: CommandOptions {
    var rebuilds = false
    var rebuild = ThumbnailRebuild.Options()
  }

  static let name = CommandName.thumbnails
  static let text = CommandText(
    summary: "Count a mirror's thumbnails, or rebuild them in another size or format",
    operands: ["DIRECTORY"],
    examples: [
      .init(
        "photomirror thumbnails photos --rebuild --thumbnail-format webp",
        "an eighth of the bytes of PNG"),
      .init("photomirror thumbnails photos --rebuild --thumbnail 512", "larger ones"),
    ],
    meanings: [
      .success: "every thumbnail has the requested size and format",
      .somePhotosFailed: "some photos keep their old thumbnails",
    ],
    opensStore: true,
    isRestricted: true)
  static let options: [Option<Options>] =
    [
      .flag(
        "rebuild", \.rebuilds,
        "Rebuild thumbnails with another edge or format; photos no larger than a thumbnail "
          + "need none. Needs no network"),
      .optional(
        "thumbnail", .number(1...4096, "EDGE"), \.rebuild.edge,
        "Longest edge in pixels; without it, the mirror's own"),
      .thumbnailFormat(\.rebuild.format, for: []),
    ]
    + ImageLimits.commonOptions.at(\.rebuild.limits)

  let directory: String
  let options: Options

  var decoding: ImageLimits? { options.rebuilds ? options.rebuild.limits : nil }
  var writableFolders: [String]? { options.rebuilds ? [directory] : [] }

  init(_ operands: [String], _ options: Options) throws(UsageError) {
    (directory, self.options) = (operands[0], options)
    guard options.rebuilds || options.rebuild.edge == nil && options.rebuild.format == nil else {
      throw UsageError(
        "--thumbnail and --thumbnail-format need --rebuild",
        hints: ["without it, 'thumbnails' only counts them"])
    }
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    guard options.rebuilds else { return try count(context.mirror(directory)) }
    let rebuild = ThumbnailRebuild(in: context.mirror(directory), options.rebuild)
    return try await TaskFrame(context).run { frame in
      let totals = try await rebuild.run { step in
        switch step {
        case .progress(let totals, let count):
          frame.show(
            "checked \(Quantity.count(totals.done)) of \(Quantity.count(count, of: "photo"))")
          frame.reach { TaskEnd([totals.text]) }
        case .failed(let path, let reason):
          frame.write(Message(.warning, "\(path): \(reason)").lines, to: .error)
        }
      }
      return TaskEnd([totals.text], isWhole: totals.failed == 0)
    }
  }

  private func count(_ mirror: Mirror) throws -> ExitStatus {
    let counts = try ThumbnailCounts(of: mirror)
    let files = ThumbnailFormat.allCases.compactMap { format in
      counts.files[format].map { Quantity.count($0, of: "\(format.rawValue) thumbnail") }
    }
    let rest = [
      counts.own > 0 ? "\(Quantity.count(counts.own, of: "photo")) small enough without" : nil,
      counts.absent > 0 || files.isEmpty
        ? "\(Quantity.count(counts.absent, of: "photo")) without a thumbnail" : nil,
    ]
    Output.standard.write(lines: files + rest.compactMap(\.self))
    return .success
  }
}

extension ThumbnailRebuild.Totals {
  fileprivate var text: String {
    var parts = [
      "made \(Quantity.count(made, of: "thumbnail"))", "\(Quantity.count(unchanged)) unchanged",
    ]
    if own > 0 { parts.append("\(Quantity.count(own, of: "photo")) small enough without") }
    if failed > 0 { parts.append("\(Quantity.count(failed)) failed") }
    return parts.joined(separator: ", ")
  }
}
