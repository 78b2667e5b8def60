import Configuration
import Sandbox

/// The options of runs that nobody watches.
struct UnattendedOptions: CommandOptions {
  /// Paths; one that begins with `~/` is in the user's home.
  var report: String?
  var metrics: String?
  var logFile: String?
  /// Metrics for the 'watch' that started this run, which names the file in ``watchVariable``.
  var watched: String?

  static let watchVariable = "PHOTOMIRROR_WATCH_METRICS"

  /// A shell's command line.
  var onEnd: String?
  var isWeekly = false
  /// Whether a mirror may be made where one was before, or below a disk that is not mounted.
  var allowsNew = false

  /// The options that name a file, which each mirror of a configuration may have for itself.
  static let files = ["log-file", "report", "metrics"]

  static let options = Option<UnattendedOptions>.group(
    .unattended,
    .optional(
      "log-file", .text("FILE"), \.logFile,
      "Also append what '--progress log' writes to this file, each line with its time"
    ).also(for: .workers),
    .optional(
      "report", .text("FILE"), \.report,
      "Write the run's counts and failures to this file as JSON; see 'photomirror help json'"
    ).also(for: .workers),
    .optional(
      "metrics", .text("FILE"), \.metrics,
      "Write the run's counts to this file for Prometheus' node_exporter, such as NAME.prom"
    ).also(for: .workers),
    .optional(
      "on-end", .text("COMMAND"), \.onEnd,
      "Run this command line of the shell after each run, for \(CommandProcess.seconds) seconds at most, with "
        + "the counts in PHOTOMIRROR_RUN_MIRRORED, PHOTOMIRROR_RUN_FAILED, PHOTOMIRROR_RUN_STATUS and so on"
    ).also(for: .workers),
    .flag(
      "weekly", \.isWeekly,
      "With --progress log or --log-file: a line after a week in which nothing was written"),
    .flag(
      "new", \.allowsNew,
      "Make a new mirror although the configuration's mirror was in the directory before, or although a "
        + "disk above it is not mounted"),
  )

  /// With absolute paths.
  func resolved(_ environment: [String: String]) -> UnattendedOptions {
    let home = HomePath(home: environment["HOME"])
    var resolved = self
    for path in [\UnattendedOptions.report, \.metrics, \.logFile] {
      resolved[keyPath: path] = self[keyPath: path].map { home.absolute($0) ?? $0 }
    }
    resolved.watched = environment[Self.watchVariable]
    return resolved
  }

  /// The folders of the files.
  var folders: [String] {
    [report, metrics, logFile, watched].compactMap { $0.map(Self.folder) }
  }

  /// Where a file is.
  static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  }
}
