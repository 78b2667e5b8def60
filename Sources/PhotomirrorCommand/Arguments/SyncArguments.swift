import Console
import Images

/// What `sync` was asked for.
package struct SyncArguments: Sendable, Hashable {
  /// What to mirror.
  package let source: SourceAddress
  /// As it was written; may not exist yet.
  package let directory: String
  /// Which of a photo's sizes to fetch.
  package let size: WantedSize
  /// Photos of the feed to look at; nil: all.
  package let limit: Int?
  /// The most transfers at the same time, 1 to 64.
  package let jobs: Int
  /// The thumbnails' longest edge in pixels; 0: none.
  package let thumbnailEdge: Int
  /// For each request, the first one included.
  package let attempts: Int
  /// A host that cannot be reached is tried for so long, however many attempts that takes; zero: as many
  /// as `attempts`.
  package let retryTime: Duration
  /// An attempt to which nothing came for so long is given up.
  package let stallTimeout: Duration
  /// Bytes a second for all transfers together; nil: as fast as it goes.
  package let maximumRate: Int?
  /// Stop when so many bytes came in; nil: never.
  package let maximumBytes: Int?
  /// Stop after so long; nil: never.
  package let maximumTime: Duration?
  /// Bytes that must stay free on the disk.
  package let minimumFree: Int
  /// What a photo's decode may cost.
  package let limits: ImageLimits
  /// Whether files of kinds that are not decoded are kept.
  package let keepsUndecoded: Bool
  /// How servers are spoken to.
  package let network: NetworkArguments
  /// Say what would be fetched, and fetch nothing.
  package let isDryRun: Bool
  /// How to show progress; not yet decided for a terminal.
  package let progress: ProgressMode
  /// For the provider; see ``SettingValues``.
  package let settings: SettingArguments
  /// Folders to look for modules in, before the others.
  package let providerPath: [String]

  init(_ parsed: ParsedArguments) throws(UsageError) {
    let operands = try CommandSyntax.sync.operands(of: parsed)
    try Self.checkOrder(operands[0], operands[1])
    source = try SourceAddress(operands[0])
    directory = operands[1]
    size =
      try parsed.value("size").map { text throws(UsageError) in try WantedSize(text) } ?? .largest
    limit = try parsed.number("limit", in: 1...Int.max)
    jobs = try parsed.number("jobs", in: 1...64) ?? 8
    thumbnailEdge = try parsed.number("thumbnail", in: 0...4096) ?? 256
    attempts = try parsed.number("attempts", in: 1...100) ?? 5
    // Fewer attempts than the default ask for an earlier end.
    retryTime =
      try parsed.duration("retry-for", in: 0...86_400) ?? .seconds(attempts < 5 ? 0 : 600)
    stallTimeout = try parsed.duration("stall-timeout", in: 1...3600) ?? .seconds(30)
    maximumRate = try parsed.bytes("max-rate", in: 1024...ByteAmount.most)
    maximumBytes = try parsed.bytes("max-bytes", in: 1...ByteAmount.most)
    maximumTime = try parsed.duration("max-time", in: 1...31_536_000)
    minimumFree = try parsed.bytes("min-free", in: 0...ByteAmount.most) ?? 256 << 20
    limits = try ImageLimits(parsed)
    keepsUndecoded = parsed.has("keep-undecoded")
    network = try NetworkArguments(parsed)
    isDryRun = parsed.has("dry-run")
    progress = try Self.progress(parsed)
    settings = try SettingArguments(parsed)
    providerPath = parsed.list("provider-path")
  }

  /// A second source, or the two in the wrong order, would make a directory with a source's name.
  private static func checkOrder(_ source: String, _ directory: String) throws(UsageError) {
    guard (try? SourceAddress(directory)) != nil else { return }
    if (try? SourceAddress(source)) == nil {
      throw UsageError(
        "'\(source)' is not a source, and '\(directory)' is",
        hints: ["the source comes first: sync \(directory) \(source)"])
    }
    throw UsageError(
      "'\(directory)' is a source, and a directory is to stand there",
      hints: ["each source has a run of its own, into the same directory if you like"]
        + (directory.contains("//") ? [] : ["for a directory of that name write ./\(directory)"]))
  }

  private static func progress(_ parsed: ParsedArguments) throws(UsageError) -> ProgressMode {
    guard let text = parsed.value("progress") else { return parsed.has("quiet") ? .none : .auto }
    guard !parsed.has("quiet") else {
      throw UsageError("--quiet and --progress exclude each other")
    }
    if let mode = ProgressMode(rawValue: text) { return mode }
    let names = ProgressMode.allCases.map(\.rawValue)
    throw UsageError(
      "--progress takes \(names.joined(separator: ", ")), not '\(text)'",
      hints: NearestName.of(text, among: names).map { ["did you mean \($0)?"] } ?? [])
  }
}
