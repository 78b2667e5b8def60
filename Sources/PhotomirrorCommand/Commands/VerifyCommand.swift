import Console
import Mirroring

/// `photomirror verify DIRECTORY`
struct VerifyCommand {
  private let arguments: VerifyArguments
  private let terminal: Terminal
  private let output = Output.standard

  init(_ arguments: VerifyArguments, environment: [String: String]) {
    self.arguments = arguments
    terminal = Terminal(.error, environment: environment)
  }

  func run() async throws -> ExitStatus {
    var (missing, wrong, checked, bytes) = (0, 0, 0, Int64(0))
    var screen = LiveScreen()
    do throws(MirrorError) {
      try await Verification(of: arguments.directory).run { progress in
        (checked, bytes) = (progress.checked, progress.byteCount)
        if terminal.canMoveCursor { terminal.output.write(screen.erase(terminal)) }
        for finding in progress.findings {
          if case .missing = finding { missing += 1 } else { wrong += 1 }
          output.write(lines: [arguments.isJSON ? JSONObject(finding).line : finding.text])
        }
        if terminal.canMoveCursor { terminal.output.write(screen.draw(progress, terminal)) }
      }
    } catch {
      throw CommandFailure(error)
    }
    if terminal.canMoveCursor { terminal.output.write(screen.erase(terminal)) }
    terminal.output.write(lines: summary(checked, bytes, missing: missing, wrong: wrong))
    return missing + wrong == 0 ? .success : .somePhotosFailed
  }

  private func summary(_ checked: Int, _ bytes: Int64, missing: Int, wrong: Int) -> [String] {
    var lines = [
      "verified \(Quantity.count(checked, of: "photo")), \(Quantity.bytes(bytes)): "
        + "\(missing) missing, \(wrong) changed"
    ]
    if missing > 0 { lines.append("hint: 'photomirror sync' fetches what is missing again") }
    if wrong > 0 {
      lines.append("hint: to fetch a changed file again, move it away and sync")
    }
    return lines
  }
}

extension LiveScreen {
  fileprivate mutating func erase(_ terminal: Terminal) -> String {
    erase(notices: [], size: terminal.size)
  }

  fileprivate mutating func draw(
    _ progress: Verification.Progress, _ terminal: Terminal
  ) -> String {
    let line =
      "verified \(Quantity.count(progress.checked)) of "
      + "\(Quantity.count(progress.total, of: "photo"))"
    return draw([line], notices: [], size: terminal.size)
  }
}

extension Verification.Finding {
  fileprivate var parts: (what: String, path: String, reason: String?) {
    switch self {
    case .missing(let path): ("missing", path, nil)
    case .changed(let path): ("changed", path, nil)
    case .unreadable(let path, let reason): ("unreadable", path, reason)
    }
  }

  fileprivate var text: String {
    let (what, path, reason) = parts
    return PlainText.line("\(what)  \(path)" + (reason.map { ": \($0)" } ?? ""))
  }
}

extension JSONObject {
  fileprivate init(_ finding: Verification.Finding) {
    self.init()
    let (what, path, reason) = finding.parts
    set("finding", what)
    set("path", path)
    set("reason", reason)
  }
}
