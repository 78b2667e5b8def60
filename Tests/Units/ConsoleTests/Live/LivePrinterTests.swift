import Console
import MirrorCore
import Testing

@Suite("The live view on a terminal", .timeLimit(.minutes(15)))
struct LivePrinterTests {
  private func printer(
    _ terminal: PseudoTerminal, _ environment: [String: String] = ["TERM": "xterm"]
  ) throws -> ProgressPrinter {
    ProgressPrinter(
      .auto, terminal: Terminal(terminal.output, environment: environment),
      output: try CapturedOutput().output)
  }

  @Test("The live view follows the terminal's size and is replaced by the summary")
  func session() throws {
    let terminal = try PseudoTerminal(columns: 200, rows: 24)
    let printer = try printer(terminal)
    let photo = PhotoFacts.photo("1", title: "Sunset")
    printer.emit([
      .begun(), .page(3), .mirrored("0"), .progress(photo, 50, of: 100),
      .ended(.photo("2", title: "Cat"), .failed(.failure("gone"))),
    ])
    var seen = terminal.read(until: "50 B of 100 B")
    #expect(seen.contains("2 of 3 photos"))
    #expect(seen.contains("failed    2 “Cat”: gone"))
    terminal.resize(columns: 40, rows: 24)
    seen = terminal.read(until: " 50%   100 B")
    printer.emit([
      .ended(photo, .mirrored(.stored("1"))), .finished(.summary(mirrored: 2, failed: 1)),
    ])
    seen += terminal.read(until: "hint: run the same command again")
    #expect(seen.contains("\u{1B}[?25hmirrored 2 photos, 1 failed"))
  }

  @Test("restore erases the live view at once and can be called again")
  func restore() throws {
    let terminal = try PseudoTerminal(columns: 80, rows: 24)
    let printer = try printer(terminal)
    printer.emit([.begun()])
    _ = terminal.read(until: "reading the listing")
    printer.restore()
    printer.restore()
    let erased = String(repeating: "\u{1B}[K\r\n", count: 3) + "\r\u{1B}[3A\u{1B}[?25h"
    #expect(terminal.read(until: erased).hasSuffix(erased))
  }

  @Test("A terminal without cursor movement gets lines", arguments: ["dumb", ""])
  func dumb(kind: String) throws {
    let terminal = try PseudoTerminal(columns: 80, rows: 24)
    try printer(terminal, ["TERM": kind]).emit([.begun(), .mirrored("1")])
    let seen = terminal.read(until: "183 KB")
    #expect(seen.contains("mirrored  ada/1.jpg"))
    #expect(!seen.contains("\u{1B}"))
  }

  @Test("Colours are used unless NO_COLOR is set")
  func colors() throws {
    for (environment, isColored) in [(["NO_COLOR": "1"], false), (["NO_COLOR": ""], true)] {
      let terminal = try PseudoTerminal(columns: 80, rows: 24)
      let printer = try printer(terminal, environment.merging(["TERM": "xterm"]) { $1 })
      printer.emit([.begun(), .page(2), .mirrored("1")])
      let seen = terminal.read(until: "1 of 2 photos")
      #expect(seen.contains("\u{1B}[32m") == isColored)
      printer.restore()
    }
  }

  @Test("Failures are dropped while the terminal is paused")
  func flood() throws {
    let terminal = try PseudoTerminal(columns: 80, rows: 24)
    let printer = try printer(terminal)
    for index in 0..<20_000 {
      printer.mirror(didEmit: .ended(.photo("\(index)"), .failed(.failure("gone"))))
    }
    let seen = terminal.read(until: "20,000 failed")
    #expect(seen.contains("failed    0: gone"))
    #expect(seen.contains("lines left out"))
    printer.restore()
  }
}
