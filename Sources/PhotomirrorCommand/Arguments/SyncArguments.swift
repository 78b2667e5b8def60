import Console
import Glibc

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
  /// Certificate authorities in PEM; nil: the system's.
  package let authorityFile: String?
  /// Whether HTTP/2 may be spoken.
  package let allowsHTTP2: Bool
  /// For the User-Agent.
  package let contact: String?
  /// Tell each request and decision.
  package let isVerbose: Bool
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
    source = try SourceAddress(operands[0])
    directory = operands[1]
    size =
      try parsed.value("size").map { text throws(UsageError) in try WantedSize(text) } ?? .largest
    limit = try parsed.number("limit", in: 1...Int.max)
    jobs = try parsed.number("jobs", in: 1...64) ?? 8
    thumbnailEdge = try parsed.number("thumbnail", in: 0...4096) ?? 256
    attempts = try parsed.number("attempts", in: 1...100) ?? 5
    stallTimeout = .seconds(try parsed.number("stall-timeout", in: 1...3600) ?? 30)
    maximumRate = try parsed.bytes("max-rate", in: 1024...ByteAmount.most)
    maximumBytes = try parsed.bytes("max-bytes", in: 1...ByteAmount.most)
    maximumTime = try parsed.number("max-time", in: 1...31_536_000).map { .seconds($0) }
    minimumFree = try parsed.bytes("min-free", in: 0...ByteAmount.most) ?? 256 << 20
    authorityFile = try Self.readable(parsed.value("ca-file"))
    allowsHTTP2 = parsed.has("http2")
    contact = try Self.contact(parsed.value("contact"))
    isVerbose = parsed.has("verbose")
    isDryRun = parsed.has("dry-run")
    progress = try Self.progress(parsed)
    settings = try SettingArguments(parsed)
    providerPath = parsed.list("provider-path")
  }

  /// A file that cannot be read would make every connection fail, with a message of its own each.
  private static func readable(_ path: String?) throws(UsageError) -> String? {
    guard let path else { return nil }
    guard access(path, R_OK) == 0 else {
      throw UsageError("--ca-file: cannot read \(path): \(String(cString: strerror(errno)))")
    }
    return path
  }

  /// What stands in a comment of a header (RFC 9110 5.6.5): printable, and no brackets.
  private static func contact(_ text: String?) throws(UsageError) -> String? {
    guard let text else { return nil }
    let isFit = text.unicodeScalars.allSatisfy { (32...126).contains($0.value) }
    guard isFit, !text.isEmpty, text.utf8.count <= 200, !text.contains(where: "()\\".contains)
    else {
      throw UsageError("--contact takes up to 200 plain characters without brackets")
    }
    return text
  }

  private static func progress(_ parsed: ParsedArguments) throws(UsageError) -> ProgressMode {
    guard let text = parsed.value("progress") else { return .auto }
    if let mode = ProgressMode(rawValue: text) { return mode }
    let names = ProgressMode.allCases.map(\.rawValue)
    throw UsageError(
      "--progress takes \(names.joined(separator: ", ")), not '\(text)'",
      hints: NearestName.of(text, among: names).map { ["did you mean \($0)?"] } ?? [])
  }
}
