import Console
import MirrorCore
import Mirroring

// Options that several commands have, each with one name, one range and one text.

extension Option {
  static func privatePhotos(_ path: Path<Bool>) -> Option {
    .flag("private", path, "Also photos that their site shows to some people only")
  }

  static func hardLinks(_ path: Path<Bool>, of noun: String) -> Option {
    .flag(
      "hard-links", path,
      "Make \(noun) hard links on the same file system: a program that changes one in place changes both. "
        + "Without it, file systems that can share blocks until one is changed do so")
  }

  static func progress(_ path: Path<ProgressMode>) -> Option {
    .value(
      "progress", .choice, path,
      "How to show progress; auto: live on a terminal, else lines; see 'photomirror help json'")
  }

  /// - Parameter others: Options that cannot be given together with it.
  static func quiet(_ path: Path<ProgressMode>, excludes others: [String] = ["progress"]) -> Option
  {
    .flag(
      "quiet", letter: "q", path, to: .none, excludes: others,
      "Show only failures and warnings; same as --progress none")
  }

  static func minimumFree(_ path: Path<Int64>) -> Option {
    .value(
      "min-free", .bytes(from: 0), path,
      "Stop if less than this is free on the disk; 0: only if the disk is full")
  }

  /// Nil is 0 on the command line.
  static func thumbnailEdge(_ path: Path<Int?>) -> Option {
    .value(
      "thumbnail",
      ValueKind.number(0...4096, "EDGE").converted({ $0 == 0 ? nil : $0 }, back: { $0 ?? 0 }), path,
      "Longest edge of the thumbnails in pixels; 0: no thumbnails"
    ).also(for: .allCommands)
  }

  /// - Parameter uses: None if the option asks for something, so that a configuration must not give it.
  static func thumbnailFormat(
    _ path: Path<ThumbnailFormat?>, for uses: OptionUses = .allCommands
  ) -> Option {
    .optional(
      "thumbnail-format", .choice, path,
      "Format of the thumbnails, kept for later runs, initially jpeg; png is lossless, in eight times "
        + "the bytes"
    ).also(for: uses)
  }

  /// Nil is `auto` on the command line.
  static func jobs(_ path: Path<Int?>) -> Option {
    let range = 1...64
    return .value(
      "jobs", letter: "j",
      ValueKind(
        "auto|N", takes: "auto or a number, 1 to 64", text: { $0.map { "\($0)" } ?? "auto" },
        value: {
          $0 == "auto"
            ? .some(nil)
            : Int($0).flatMap { range.contains($0) ? .some($0) : .none }.map { .some($0) }
        }),
      path,
      "Upper limit of transfers at the same time, 1 to 64; auto: 8 to 32, more for hosts with a high latency"
    ).also(for: .allCommands)
  }

  static func attempts(_ path: Path<Int>) -> Option {
    .value("attempts", .number(1...100), path, "Attempts for each request").also(for: .allCommands)
  }

  static func retryFor(_ path: Path<Duration?>) -> Option {
    .optional(
      "retry-for", .time(0...86_400), path, unset: TimeSpan.text(MirrorOptions.standardRetryTime),
      "How long to retry a host that cannot be reached, or answers only with errors 500 and 502 to 504; "
        + "0, and the default with fewer than \(MirrorOptions().attempts) attempts: only as often as "
        + "--attempts"
    ).also(for: .allCommands)
  }

  static func stallTimeout(_ path: Path<Duration>) -> Option {
    .value(
      "stall-timeout", .time(1...3600), path, "Abort an attempt after this long without data"
    ).also(for: .allCommands)
  }

  /// - Parameter use: The limited transfers or reads, in the words of help.
  static func maximumRate(_ path: Path<Int?>, _ use: String) -> Option {
    .optional(
      "max-rate", .bytes(from: 1024), path, unset: "no limit",
      "Bytes a second \(use), such as 500000, 64K (of 1024), 8M or 8MB")
  }

  static func quick(_ path: Path<Bool>) -> Option {
    .flag(
      "quick", path,
      "Compare sizes and times, and read only files that were written to since they were stored")
  }

  static func acceptLosses(_ path: Path<Bool>) -> Option {
    .flag(
      "accept-losses", path,
      "Fetch photos again although most files of the mirror, or its catalog, are missing; otherwise nothing is done, "
        + "because the place may be wrong or not mounted")
  }

  static func keepsUndecoded(_ path: Path<Bool>) -> Option {
    .flag(
      "keep-undecoded", path,
      "Also keep files that cannot be checked by decoding: HEIC, AVIF, TIFF, SVG, videos")
  }
}

extension MirrorOptions {
  static let standardRetryTime = Duration.seconds(600)

  /// Fewer attempts than the default ask for an earlier end.
  /// - Parameter given: That of `--retry-for`.
  mutating func setRetryTime(_ given: Duration?) {
    walk.retryTime =
      given ?? (walk.attempts < MirrorOptions().attempts ? .zero : Self.standardRetryTime)
  }
}

extension OptionSyntax {
  static let requireSandbox = OptionSyntax(
    name: "require-sandbox",
    help: "Refuse to run if the kernel cannot restrict decoders, provider modules and this process",
    group: .limits, uses: .allCommands)
}
