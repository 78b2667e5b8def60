import Console
import Testing

@Suite("The live screen")
struct LiveScreenTests {
  @Test("A frame of the live view replaces a longer or shorter one")
  func replaces() {
    var (screen, terminal) = (LiveScreen(), TerminalModel(.init(columns: 20, rows: 8)))
    terminal.feed("$ photomirror\n")
    terminal.feed(screen.draw(["one", "two", "three"], notices: [], size: terminal.size))
    terminal.feed(screen.draw(["1", "2"], notices: [], size: terminal.size))
    #expect(terminal.text == "$ photomirror\n1\n2\n")
    terminal.feed(screen.draw(["eins", "zwei", "drei", "vier"], notices: [], size: terminal.size))
    #expect(terminal.text == "$ photomirror\neins\nzwei\ndrei\nvier\n")
  }

  @Test("Notices of any length scroll above the live view and stay")
  func notices() {
    var (screen, terminal) = (LiveScreen(), TerminalModel(.init(columns: 10, rows: 4)))
    terminal.feed(screen.draw(["bar", "row"], notices: [], size: terminal.size))
    terminal.feed(
      screen.draw(["bar", "row"], notices: ["failed 1", "failed 2: so"], size: terminal.size))
    #expect(terminal.text == "failed 1\nfailed 2: \nso\nbar\nrow\n")
    terminal.feed(screen.draw(["bar", "row"], notices: ["failed 3"], size: terminal.size))
    #expect(terminal.text == "failed 1\nfailed 2: \nso\nfailed 3\nbar\nrow\n")
  }

  @Test("The live view is erased at the end, with the cursor visible below the notices")
  func erased() {
    var (screen, terminal) = (LiveScreen(), TerminalModel(.init(columns: 20, rows: 8)))
    terminal.feed(screen.draw(["one", "two"], notices: ["failed 1"], size: terminal.size))
    terminal.feed(screen.erase(notices: ["failed 2"], size: terminal.size))
    terminal.feed("mirrored\n")
    #expect(terminal.text == "failed 1\nfailed 2\nmirrored\n")
    #expect(terminal.isCursorShown)
  }

  @Test("A live view as high as the screen leaves nothing in the history")
  func full() {
    var (screen, terminal) = (LiveScreen(), TerminalModel(.init(columns: 20, rows: 4)))
    terminal.feed(screen.draw(["one", "two", "three"], notices: [], size: terminal.size))
    terminal.feed(
      screen.draw(["eins", "zwei", "drei"], notices: ["failed 1"], size: terminal.size))
    terminal.feed(screen.draw(["uno", "due", "tre"], notices: ["failed 2"], size: terminal.size))
    #expect(terminal.text == "failed 1\nfailed 2\nuno\ndue\ntre\n")
    terminal.feed(screen.erase(notices: [], size: terminal.size))
    #expect(terminal.text == "failed 1\nfailed 2\n")
  }

  @Test("A notice that fills its rows keeps its last character")
  func fullNotice() {
    var (screen, terminal) = (LiveScreen(), TerminalModel(.init(columns: 5, rows: 6)))
    terminal.feed(screen.draw(["bar"], notices: [], size: terminal.size))
    terminal.feed(screen.draw(["bar"], notices: ["failedfail"], size: terminal.size))
    #expect(terminal.text == "faile\ndfail\nbar\n")
  }

  @Test("Each frame of the live view hides the cursor first and shows it last")
  func cursor() {
    var screen = LiveScreen()
    let frame = screen.draw(["one"], notices: [], size: .init(columns: 20, rows: 8))
    #expect(frame.hasPrefix("\u{1B}[?25l"))
    #expect(frame.hasSuffix("\u{1B}[?25h"))
  }

  @Test("Lines of the live view that a narrower terminal wrapped are replaced")
  func wrapped() {
    var (screen, terminal) = (LiveScreen(), TerminalModel(.init(columns: 10, rows: 8)))
    terminal.feed("$\n")
    // Drawn for 24 columns, and wrapped by the model like a terminal of 10 columns.
    let lines = ["\u{1B}[32m████████████\u{1B}[0m  50%", "row 日本語日本語"]
    terminal.feed(screen.draw(lines, notices: [], size: .init(columns: 24, rows: 8)))
    #expect(terminal.text == "$\n██████████\n██  50%\nrow 日本語\n日本語\n")
    terminal.feed(screen.draw(["████  50%", "row"], notices: [], size: terminal.size))
    #expect(terminal.text == "$\n████  50%\nrow\n")
  }

  @Test("A live view that wrapping made higher than the screen is replaced as far as it is visible")
  func overflown() {
    var (screen, terminal) = (LiveScreen(), TerminalModel(.init(columns: 4, rows: 4)))
    let lines = ["one two", "three four", "five six"]
    terminal.feed(screen.draw(lines, notices: [], size: .init(columns: 24, rows: 4)))
    terminal.feed(screen.draw(["1", "2", "3"], notices: [], size: terminal.size))
    #expect(terminal.text.hasSuffix("\n1\n2\n3\n"))
    #expect(!terminal.text.contains("six"))
  }
}
