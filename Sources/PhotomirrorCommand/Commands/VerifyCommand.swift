import Console
import MirrorCore
import Mirroring

/// `photomirror verify DIRECTORY`
struct VerifyCommand {
  private let arguments: VerifyArguments
  private let printer: VerificationPrinter

  init(_ arguments: VerifyArguments, environment: [String: String]) {
    self.arguments = arguments
    printer = VerificationPrinter(
      isJSON: arguments.isJSON, terminal: Terminal(.error, environment: environment))
  }

  func run() async throws -> ExitStatus {
    let verification = Verification(of: arguments.directory, limits: arguments.limits)
    let printer = printer
    do {
      try await StopSignals.run {
        try await verification.run(printer.show)
      } lastWords: {
        printer.lastWords()
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
