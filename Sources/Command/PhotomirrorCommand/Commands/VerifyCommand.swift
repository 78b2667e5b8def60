import Console
import Images
import MirrorCore
import Mirroring

/// `photomirror verify DIRECTORY`
struct VerifyCommand: Command {
  struct Options: ProviderTaking {
    var json = JSONChoice()
    var progress = ProgressMode.auto
    var verification = Verification.Options()
    /// The source to compare with, instead of the files.
    var against: SourceAddress?
    /// The mirror to compare with, instead of the files.
    var other: String?
    /// Photos whose edited files are accepted.
    var accepted: [String] = []
    var acceptsEdits = false
    /// Whether it is one of the verifications of a timer.
    var isScheduled = false
    var mirror = MirrorOptions()
    var provider = ProviderOptions()
  }

  static let name = CommandName.verify
  static let text = CommandText(
    summary: "Read every mirrored file, and report which are missing or changed",
    operands: ["DIRECTORY"],
    examples: [
      .init("photomirror verify photos", "only a summary if all files are unchanged"),
      .init("photomirror verify --quick photos", "reads only files that may have been written to"),
    ],
    exitStatuses: ExitStatus.allCases,
    meanings: [
      .success: "every file exists and is unchanged",
      .somePhotosFailed: "some files are missing, changed or cannot be read",
      .directoryFailed: "the directory failed: not a mirror, not readable, or damaged",
      .interrupted: "interrupted; the summary counts the files that were read",
    ],
    isLong: true,
    opensStore: true,
    isRestricted: true)
  static var results: [ToldKeys] {
    [
      Verification.Finding.keys.told(), Verification.Progress.keys.told("and last the summary:"),
      MirrorComparison.Finding.keys.told("with --against:"),
      MirrorComparison.Totals.keys.told("and last"),
      SourceComparison.Finding.keys.told("with --against-source:"),
      SourceComparison.Totals.keys.told("and last"),
    ]
  }
  static let options: [Option<Options>] =
    [
      .quick(\.verification.isQuick),
      .flag(
        "resume", \.verification.isResuming,
        "Continue an interrupted verify of the same kind"),
      .flag(
        "thumbnails", \.verification.decodesThumbnails,
        "Also decode each thumbnail and its photo, and compare them"),
      .flag(
        "download", \.verification.downloads,
        "Read photos in an object store even if the store's own SHA-256 of them is right"),
      .maximumRate(\.verification.maximumRate, "to read"),
      .flag(
        "oldest", \.verification.isOldestFirst,
        "Begin with the files that were not read for longest; the limits below do so too"),
      .optional(
        "for", .verifyTime, \.verification.bounds.time,
        "Begin no file after this time; the next verify goes on with the others"),
      .optional(
        "sample", .percent, \.verification.bounds.percent, "Read this share of the files"),
      .optional(
        "older-than", .time(1...3650 * 86_400), \.verification.bounds.age,
        "Read only files that were not read, or stored, for so long"),
      .optional(
        "max-bytes", .bytes(from: 1), \.verification.bounds.byteCount, "Read at most so much"),
      .flag(
        "scheduled", \.isScheduled,
        "Verify as the timer of 'schedule' does: --oldest, and --for the verify-for of the configuration"
      ),
      .flag("all", \.verification.tellsSame, "Also report each file that is unchanged"),
      .optional(
        "against-source", .source, \.against,
        "Compare with the listing of this feed instead: what it lists and is neither mirrored nor forgotten (-), what "
          + "is mirrored and not listed any more (+), what has another address (*)"),
      .optional(
        "against", .text("DIRECTORY"), \.other,
        "Compare with the catalog of another mirror instead, and read no file: photos only here (-), only there "
          + "(+), with other bytes (*)"),
      .list(
        "accept", .text("PHOTO"), \.accepted,
        "Record that the edited file of this photo, by its path or id, is as you want it; again for more. "
          + "The digest of the mirrored file stays recorded"),
      .flag("accept-edits", \.acceptsEdits, "The same for every edited file"),
      .flag(
        "json", .fields(of: name), \.json,
        "Write one JSON object for each finding, and one for the summary, with all members or these"
      ),
      .progress(\.progress),
      .quiet(\.progress),
    ] + ImageLimits.commonOptions.at(\.verification.limits) + MirrorOptions.network.at(\.mirror)
    + ProviderOptions.options.at(\.provider)

  let directory: String
  private(set) var options: Options

  var decoding: ImageLimits? {
    options.against == nil && options.other == nil ? options.verification.limits : nil
  }
  var opensModules: Bool { options.against != nil }
  var isVerbose: Bool { options.mirror.isVerbose }

  var writableFolders: [String]? {
    ([directory] + [options.other].compactMap(\.self)).map(Confinement.state)
  }

  init(_ operands: [String], _ options: Options) throws(UsageError) {
    (directory, self.options) = (operands[0], options)
    if options.progress == .json { self.options.json.isOn = true }
    if options.isScheduled { self.options.verification.isOldestFirst = true }
    let verification = self.options.verification
    guard !verification.readsOldestFirst || !verification.isQuick && !verification.isResuming else {
      throw UsageError(
        "--\(verification.isQuick ? "quick" : "resume") cannot be combined with --oldest and its limits",
        hints: ["--oldest goes on by itself: the catalog records what was read"])
    }
  }

  static func needsSettings(_ parsed: ParsedArguments) -> Bool { parsed.has("against-source") }

  func run(in context: CommandContext) async throws -> ExitStatus {
    if let source = options.against { return try await compare(with: source, context) }
    if let other = options.other { return try await compare(withMirror: other, context) }
    guard !options.acceptsEdits, options.accepted.isEmpty else { return try await accept(context) }
    let verification = Verification(of: context.mirror(directory), options.verification)
    let isPartial = options.verification.readsOldestFirst
    let hint = "'verify \(isPartial ? "--oldest" : "--resume")' continues"
    return try await TaskFrame(context, options.json, options.progress, hint: hint).run { frame in
      var last = Verification.Progress()
      frame.reach { Verification.Progress().end("interrupted", isPartial: isPartial) }
      try await verification.run { progress in
        last = progress
        frame.show(progress, isPartial: isPartial)
      }
      return last.end("finished", isPartial: isPartial)
    }
  }
}

extension VerifyCommand {
  private func accept(_ context: CommandContext) async throws -> ExitStatus {
    let acceptance = Acceptance(of: context.mirror(directory), options.verification)
    return try await TaskFrame(context).run { frame in
      let outcomes =
        options.acceptsEdits
        ? try await acceptance.acceptEdits { if $0.finding == nil { frame.show($0) } }
        : try await acceptance.accept(options.accepted)
      return frame.write(outcomes, "accepted")
    }
  }
}

extension ValueKind<SourceAddress> {
  fileprivate static let source = ValueKind("SOURCE", text: \.canonical) {
    text, _ throws(UsageError) in try SourceAddress(text)
  }
}

extension ValueKind<Double> {
  /// More than 0, and 100 at most.
  fileprivate static let percent = ValueKind(
    "N%", takes: "a share such as 2% or 0.5%", text: { "\($0.formatted(.number))%" },
    value: { text in
      guard text.hasSuffix("%"), let number = Double(text.dropLast()), number > 0, number <= 100
      else { return nil }
      return number
    })
}
