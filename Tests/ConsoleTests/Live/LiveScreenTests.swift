import Console
import Testing

@Suite("The live screen")
struct LiveScreenTests {
  @Test("a frame replaces the one before, whether it is longer or shorter")
  func replaces() {
    var (screen, terminal) = (LiveScreen(), TerminalModel(columns: 20, rows: 8))
    terminal.feed("$ photomirror\n")
    terminal.feed(screen.draw(["one", "two", "three"], notices: [], columns: 20))
    terminal.feed(screen.draw(["1", "2"], notices: [], columns: 20))
    #expect(terminal.text == "$ photomirror\n1\n2\n")
    terminal.feed(screen.draw(["eins", "zwei", "drei", "vier"], notices: [], columns: 20))
    #expect(terminal.text == "$ photomirror\neins\nzwei\ndrei\nvier\n")
  }

  @Test("notices scroll above the view and stay, however long they are")
  func notices() {
    var (screen, terminal) = (LiveScreen(), TerminalModel(columns: 10, rows: 4))
    terminal.feed(screen.draw(["bar", "row"], notices: [], columns: 10))
    terminal.feed(screen.draw(["bar", "row"], notices: ["failed 1", "failed 2: so"], columns: 10))
    #expect(terminal.text == "failed 1\nfailed 2:\nso\nbar\nrow\n")
    terminal.feed(screen.draw(["bar", "row"], notices: ["failed 3"], columns: 10))
    #expect(terminal.text == "failed 1\nfailed 2:\nso\nfailed 3\nbar\nrow\n")
  }

  @Test("the view is gone in the end, the cursor is shown and stands below what stays")
  func erased() {
    var (screen, terminal) = (LiveScreen(), TerminalModel(columns: 20, rows: 8))
    terminal.feed(screen.draw(["one", "two"], notices: ["failed 1"], columns: 20))
    terminal.feed(screen.erase(notices: ["failed 2"], columns: 20))
    terminal.feed("mirrored\n")
    #expect(terminal.text == "failed 1\nfailed 2\nmirrored\n")
    #expect(terminal.isCursorShown)
  }

  @Test("each frame hides the cursor first and shows it last")
  func cursor() {
    var screen = LiveScreen()
    let frame = screen.draw(["one"], notices: [], columns: 20)
    #expect(frame.hasPrefix("\u{1B}[?25l"))
    #expect(frame.hasSuffix("\u{1B}[?25h"))
  }

  @Test("lines that a narrower terminal has wrapped are replaced with the rest")
  func wrapped() {
    var (screen, terminal) = (LiveScreen(), TerminalModel(columns: 10, rows: 8))
    terminal.feed("$\n")
    // Drawn at 24 columns, and wrapped by the model as a terminal of 10 shows it.
    let line = "\u{1B}[32m████████████\u{1B}[0m  50%"
    terminal.feed(screen.draw([line, "row"], notices: [], columns: 24))
    terminal.feed(screen.draw(["████  50%", "row"], notices: [], columns: 10))
    #expect(terminal.text == "$\n████  50%\nrow\n")
  }
}
