extension CommandSyntax {
  /// Every command, in the order of `--help`.
  static let all = [sync, list, status, verify, providers, check, thumbnail]

  static let sync = CommandSyntax(
    name: "sync",
    summary: "Mirror a feed's photos into a directory, or go on where the last run stopped",
    operands: ["SOURCE", "DIRECTORY"],
    options: [
      .value(
        "size", "LABEL|EDGE|largest",
        "Which size to fetch: the site's word for it ('photomirror providers' has them), or the "
          + "longest edge in pixels; the largest where a photo lacks it",
        default: "largest"),
      .value("limit", "N", "Look at no more than N photos of the feed", default: "all"),
      .value("jobs", "N", "Most transfers at the same time, 1 to 64", default: "8").abbreviated(
        "j"),
      .value(
        "thumbnail", "EDGE", "The thumbnails' longest edge in pixels, 0 to 4096; 0: none",
        default: "256"),
      .value("attempts", "N", "Attempts for each request, 1 to 100", default: "5"),
      .value(
        "retry-for", "TIME",
        "How long to keep trying a host that cannot be reached, up to a day; 0, as with fewer than 5 "
          + "attempts: no longer than the attempts take", default: "10m"),
      .value(
        "stall-timeout", "TIME", "Abort an attempt after this long without data, up to an hour",
        default: "30s"),
      .value(
        "max-rate", "BYTES",
        "Bytes a second for all transfers together, such as 500000, 64K (of 1024), 8M or 8MB",
        default: "no limit"),
      .value("max-bytes", "BYTES", "Stop after downloading this much", default: "no limit"),
      .value(
        "max-time", "TIME", "Stop after this long: seconds, or 90s, 15m, 1h, 2d",
        default: "no limit"),
      .value(
        "min-free", "BYTES", "Stop if less than this is free on the disk; 0: only if it is full",
        default: "256M"),
      .flag(
        "keep-undecoded",
        "Also keep files of kinds that cannot be proven by decoding: HEIC, AVIF, TIFF, SVG, videos"),
      .flag("dry-run", "Say what would be fetched, and fetch nothing"),
      .value(
        "progress", "auto|live|lines|json|none",
        "How to show progress; auto: live on a terminal, else lines; see 'photomirror help json'",
        default: "auto"),
      .flag("quiet", "Show only what went wrong: the same as --progress none").abbreviated("q"),
    ] + OptionSyntax.cost + OptionSyntax.network + OptionSyntax.source,
    examples: [
      Example(
        line: "photomirror sync feed:https://example.org/photos.rss photos",
        effect: "the pictures of an RSS or Atom feed into ./photos, without a key"),
      Example(
        line: "photomirror sync --size 1600 --limit 500 'flickr:search?tags=cat' cats",
        effect: "500 photos of cats, 1600 pixels wide or high"),
    ],
    exitStatuses: ExitStatus.allCases,
    meanings: [.success: "every photo is mirrored, or a limit that was set is reached"])

  static let list = CommandSyntax(
    name: "list",
    summary: "Show a feed's photos and fetch none of them",
    operands: ["SOURCE"],
    options: [
      .value("limit", "N", "Show no more than N photos", default: "100"),
      .flag("json", "Write one JSON object a line, also on a terminal"),
    ] + OptionSyntax.network + OptionSyntax.source,
    examples: [
      Example(
        line: "photomirror list flickr:recent --limit 20",
        effect: "a table on a terminal, JSON lines in a pipe"),
      Example(
        line: "photomirror list --json flickr:user/35034348999@N01 | jq -r .title",
        effect: "the titles of a person's photos"),
    ],
    exitStatuses: [
      .success, .somePhotosFailed, .usage, .sourceFailed, .directoryFailed, .providerRefused,
      .interrupted,
    ],
    meanings: [
      .somePhotosFailed: "some entries of the feed could not be read, the others are shown",
      .directoryFailed: "standard output cannot be written to",
      .interrupted: "interrupted",
    ])

  static let status = CommandSyntax(
    name: "status",
    summary: "Show what a directory mirrors and what is still to be done",
    operands: ["DIRECTORY"],
    options: [.flag("json", "Write one JSON object")],
    examples: [
      Example(line: "photomirror status photos", effect: "photos, bytes and failures in ./photos"),
      Example(line: "photomirror status photos --json", effect: "the same for programs"),
    ],
    exitStatuses: [.success, .usage, .directoryFailed],
    meanings: [.directoryFailed: "the directory failed: no mirror, not readable, or damaged"])

  static let verify = CommandSyntax(
    name: "verify",
    summary: "Read every mirrored file again, and tell which are missing or changed",
    operands: ["DIRECTORY"],
    options: [
      .flag("json", "Write one JSON object a line for each finding, and one for the summary")
    ] + OptionSyntax.cost,
    examples: [
      Example(line: "photomirror verify photos", effect: "silent but for a summary if all is well"),
      Example(line: "photomirror verify photos --json", effect: "the same for programs"),
    ],
    exitStatuses: [.success, .somePhotosFailed, .usage, .directoryFailed, .interrupted],
    meanings: [
      .success: "every file is there and unchanged",
      .somePhotosFailed: "some files are missing, changed or cannot be read",
      .directoryFailed: "the directory failed: no mirror, not readable, or damaged",
      .interrupted: "interrupted; the summary tells how many files were read",
    ])

  static let providers = CommandSyntax(
    name: "providers",
    summary: "Show the providers that were found, what they offer, and which were refused",
    operands: [],
    options: [.providerPath, .flag("json", "Write one JSON object a line")],
    examples: [
      Example(line: "photomirror providers", effect: "their sources and settings"),
      Example(
        line: "photomirror providers --provider-path ./build",
        effect: "also looks into ./build, first"),
    ],
    exitStatuses: [.success, .usage, .directoryFailed, .providerRefused],
    meanings: [.directoryFailed: "standard output cannot be written to"])

  static let check = CommandSyntax(
    name: "check",
    summary: "Decode picture files to their last byte, and tell which are whole",
    operands: ["FILE…"],
    options: [.json] + OptionSyntax.limits,
    examples: [
      Example(line: "photomirror check *.jpg", effect: "a line for each file"),
      Example(
        line: "photomirror check --json *.jpg | jq -r 'select(.reason)|.path'",
        effect: "the paths of the files that are not whole"),
    ],
    exitStatuses: [.success, .somePhotosFailed, .usage, .directoryFailed, .interrupted],
    meanings: [
      .directoryFailed: "standard output cannot be written to",
      .success: "every file is whole, or of a kind that is known and not decoded",
      .somePhotosFailed: "some files are damaged, no pictures, or could not be read",
      .interrupted: "interrupted; the summary tells how many files were checked",
    ])

  static let thumbnail = CommandSyntax(
    name: "thumbnail",
    summary: "Make a PNG thumbnail of each picture file that is whole",
    operands: ["FILE…"],
    options: [
      .value("output", "DIR", "Where the thumbnails go, as FILE's name and .png; made if missing")
        .abbreviated("o"),
      .value("edge", "N", "The thumbnails' longest edge in pixels, 1 to 4096", default: "256"),
      .json,
    ] + OptionSyntax.limits,
    examples: [
      Example(line: "photomirror thumbnail *.jpg -o small", effect: "into ./small, upright"),
      Example(
        line: "photomirror thumbnail --edge 64 --json -o icons a.webp b.gif",
        effect: "64 pixels, one JSON object for each file"),
    ],
    exitStatuses: [.success, .somePhotosFailed, .usage, .directoryFailed, .interrupted],
    meanings: [
      .success: "every file has its thumbnail",
      .somePhotosFailed: "some files have none, the others have theirs",
      .directoryFailed: "the output directory cannot be made, or standard output not written to",
      .interrupted: "interrupted; the thumbnails that were told are there",
    ])
}

extension OptionSyntax {
  /// What every command takes, also as `-h`.
  static let help = OptionSyntax.flag("help", "Show this text")

  static let json = OptionSyntax.flag("json", "Write one JSON object a line for each file")

  /// What a picture may cost, where large ones are to pass or a small machine is to refuse them.
  static let cost: [OptionSyntax] = [
    .value("max-pixels", "N", "Decode no picture of more pixels", default: "any number"),
    .value(
      "max-memory", "MIB", "Decode no picture of which more must be held at once, in MiB",
      default: "512"),
    .value("max-seconds", "N", "Give a picture up after so much CPU time", default: "60"),
  ]

  /// The same, and what else a decoder is held to; each as `ImageLimits` has it.
  static let limits: [OptionSyntax] =
    cost + [
      .value("max-edge", "N", "Refuse a picture that is longer", default: "65500"),
      .value("max-scans", "N", "Refuse a progressive JPEG of more scans", default: "100"),
      .value("max-warnings", "N", "Take a file with more warnings for damaged", default: "100"),
    ]

  /// How servers are spoken to; see ``NetworkArguments``.
  static let network: [OptionSyntax] = [
    .value("ca-file", "PATH", "Trust these certificate authorities (PEM), not the system's"),
    .flag("http2", "Speak HTTP/2 where a server offers it"),
    .value("contact", "ADDRESS", "Tell the servers' owners, in User-Agent, how to reach you"),
    .value(
      "calls-per-hour", "N", "Calls of the site's API at most; for mirrors that share a key",
      default: "what the site allows"),
    .flag("verbose", "Write each request and decision to standard error").abbreviated("v"),
  ]

  /// What every command with a SOURCE takes for its provider.
  static let source = [set, setFile, providerPath]

  static let set = OptionSyntax.list(
    "set", "NAME.SETTING=VALUE", "Give a provider's setting a value; not for secrets")
  static let setFile = OptionSyntax.list(
    "set-file", "NAME.SETTING=PATH", "Read a setting, such as a key, from a file")
  static let providerPath = OptionSyntax.list(
    "provider-path", "DIR", "Look for provider modules here first")
}
