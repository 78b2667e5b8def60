import Images

extension ImageLimits {
  /// The limits that every command with pictures takes.
  static let commonOptions = Option<ImageLimits>.group(
    .decoding,
    .optional(
      "max-pixels", .number(1...Int.max), \.pixels, unset: "no limit",
      "Do not decode an image with more pixels"),
    .value(
      "max-memory",
      ValueKind<Int>.number(1...1 << 20, "MIB").converted({ $0 << 20 }, back: { $0 >> 20 }),
      \.memory, "Do not decode an image that needs more memory at once, in MiB"),
    .value(
      "max-seconds",
      ValueKind<Int>.number(1...1_000_000).converted(Double.init, back: Int.init), \.seconds,
      "Abort a decode after this much CPU time"),
  ).also(for: .allCommands)

  /// All limits.
  static let options: [Option<ImageLimits>] =
    commonOptions
    + Option<ImageLimits>.group(
      .decoding,
      .value("max-edge", .number(1...Int.max), \.edge, "Refuse an image with a longer edge"),
      .value(
        "max-scans", .number(1...Int.max), \.scans, "Refuse a progressive JPEG with more scans"),
      .value(
        "max-warnings", .number(0...Int.max), \.warnings,
        "Report a file with more decoder warnings as damaged"),
    )
}
