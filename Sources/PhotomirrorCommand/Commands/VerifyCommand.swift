import Console
import Images
import MirrorCore
import Mirroring

/// `photomirror verify DIRECTORY`
struct VerifyCommand: Command {
  struct Options: CommandOptions {
    var isJSON = false
    var limits = ImageLimits()
  }

  static let name = CommandName.verify
  static let text = CommandText(
    summary: "Read every mirrored file, and report which are missing or changed",
    operands: ["DIRECTORY"],
    examples: [
      .init("photomirror verify photos", "only a summary if all files are unchanged"),
      .init("photomirror verify photos --json", "the same for programs"),
    ],
    exitStatuses: [.success, .somePhotosFailed, .usage, .directoryFailed, .interrupted],
    meanings: [
      .success: "every file exists and is unchanged",
      .somePhotosFailed: "some files are missing, changed or cannot be read",
      .directoryFailed: "the directory failed: not a mirror, not readable, or damaged",
      .interrupted: "interrupted; the summary counts the files that were read",
    ])
  static let options: [Option<Options>] =
    [.flag("json", \.isJSON, "Write one JSON object for each finding, and one for the summary")]
    + ImageLimits.commonOptions.at(\.limits)

  let directory: String
  let options: Options

  init(_ operands: [String], _ options: Options) {
    (directory, self.options) = (operands[0], options)
  }

  func run(in environment: [String: String]) async throws -> ExitStatus {
    let verification = Verification(of: directory, limits: options.limits)
    let printer = VerificationPrinter(
      isJSON: options.isJSON, terminal: Terminal(.error, environment: environment))
    do {
      try await StopSignals.run {
        try await verification.run(printer.show)
      } finalLines: {
        printer.finalLines()
      }
      printer.finish(isInterrupted: false)
      return printer.hasFindings ? .somePhotosFailed : .success
    } catch is CancellationError {
      printer.finish(isInterrupted: true)
      return .interrupted
    } catch let error as MirrorError {
      throw CommandFailure(error)
    }
  }
}

extension Verification.Finding {
  fileprivate var parts: (what: String, path: String, reason: String?) {
    switch self {
    case .missing(let path): ("missing", path, nil)
    case .changed(let path, let reason): ("changed", path, reason)
    case .damaged(let path, let reason): ("damaged", path, reason)
    case .unreadable(let path, let reason): ("unreadable", path, reason)
    }
  }

  /// A line for people.
  var text: String {
    let (what, path, reason) = parts
    return PlainText.line("\(what)  \(path)" + (reason.map { ": \($0)" } ?? ""))
  }
}

extension JSONObject {
  init(_ finding: Verification.Finding) {
    self.init()
    let (what, path, reason) = finding.parts
    set("finding", what)
    set("path", path)
    set("reason", reason)
  }
}
