import Console
import MirrorCore
import Testing

@Suite("The live frame")
struct LiveFrameTests {
  private static let photos = [
    PhotoFacts.photo("51234", title: "Sunset at the lake"),
    PhotoFacts.photo("51235", title: "日本の桜と富士山と新幹線と東京タワー"),
    PhotoFacts.photo("51236", title: "\u{1B}[2J\u{202E}evil\u{07}"),
    PhotoFacts.photo("51237"),
    PhotoFacts.photo("51238", title: "Cafe\u{301} 👩‍👩‍👧"),
  ]

  /// After ten seconds: 630 of 1,000 photos, 120 of them known before, 3 failed.
  private static let tally: Tally = {
    var tally = Tally()
    tally.note(.begun(), at: .zero)
    tally.note(.page(1000), at: .zero)
    for index in 0..<120 { tally.note(.ended(.photo("k\(index)"), .known), at: .zero) }
    for index in 0..<3 {
      tally.note(.ended(.photo("f\(index)"), .failed(.failure("gone"))), at: .zero)
    }
    for index in 0..<507 { tally.note(.mirrored("m\(index)", bytes: 1_000_000), at: .seconds(9)) }
    tally.note(.progress(photos[0], 0, of: 2_300_000), at: .seconds(9))
    tally.note(.progress(photos[0], 1_200_000, of: 2_300_000), at: .seconds(9))
    tally.note(.progress(photos[1], 0, of: 4_000_000), at: .seconds(9))
    tally.note(.progress(photos[1], 4_000_000, of: 4_000_000), at: .seconds(9))
    tally.note(.progress(photos[2], 0, of: nil), at: .seconds(9))
    tally.note(.retry(photos[3], "the server says 503", after: .seconds(4)), at: .seconds(9))
    tally.note(.progress(photos[4], 0, of: 999_000), at: .seconds(9))
    return tally
  }()

  private func frame(columns: Int, rows: Int, isColored: Bool = false) -> [String] {
    LiveFrame.lines(
      tally: Self.tally, at: .seconds(10), columns: columns, rows: rows, isColored: isColored)
  }

  @Test("At 40 columns the live view shows every number, on several lines")
  func narrow() {
    #expect(
      frame(columns: 40, rows: 24).joined(separator: "\n") == """
        flickr:recent → photos
        ██████████████░░░░░░░░░  63%  630/1,000
        512 MB  52 MB/s  0:08 left  120 known
        3 failed
          Sunset at the lake        52%  2.3 MB
          日本の桜と富士山と新幹…  100%  4.0 MB
          evil                              0 B
          Cafe\u{301} 👩‍👩‍👧                0%  999 KB
          51237      retry in 3 s: the server …
        """)
  }

  @Test("At 80 columns the live view has a bar, numbers and transfers")
  func usual() {
    #expect(
      frame(columns: 80, rows: 24).joined(separator: "\n") == """
        flickr:recent → photos
        █████████████████████████████████░░░░░░░░░░░░░░░░░░░░  63%  630 of 1,000 photos
        512 MB  52 MB/s  0:08 left  120 known  3 failed
          Sunset at the lake                 █████████░░░░░░░░░░  52%  1.2 MB of 2.3 MB
          日本の桜と富士山と新幹線と東京タ…  ███████████████████ 100%  4.0 MB of 4.0 MB
          evil                                                         0 B
          Cafe\u{301} 👩‍👩‍👧                        ░░░░░░░░░░░░░░░░░░░   0%  0 B of 999 KB
          51237                              retry in 3 s: the server says 503
        """)
  }

  @Test("Details have a bar, a rate and the time left, and a pause of calls says its end")
  func details() {
    var tally = Tally()
    tally.note(.begun(), at: .zero)
    tally.note(.page(449), at: .zero)
    for index in 0..<449 { tally.note(.mirrored("\(index)"), at: .seconds(9)) }
    for done in 0...140 {
      tally.note(.detailed(DetailFacts(done: done, total: 449)), at: .seconds(10 + done))
    }
    let limit = CallLimit(3600, in: 3600)
    tally.note(
      .noted(.callsLimited(limit, wait: .seconds(90), until: 0)), at: .seconds(150))
    let lines = LiveFrame.lines(tally: tally, at: .seconds(151), columns: 80, rows: 24)
    #expect(
      lines.dropLast().joined(separator: "\n") == """
        flickr:recent → photos
        ███████████████████████████████████████████████████████ 100%  449 of 449 photos
        ███████████████░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░  31%  details of 140 of 449
        82 MB  60 a minute  5:12 left
        """)
    let pause = "the site's limit of 3,600 calls an hour: the next call is at"
    #expect(lines.last?.hasPrefix(pause) == true)
    #expect(LiveFrame.lines(tally: tally, at: .seconds(241), columns: 80, rows: 24).count == 4)
    #expect(
      tally.detailText(at: .seconds(151)) == "details of 140 of 449 photos, 60 a minute, 5:12 left")
  }

  @Test("Transfers take a third of a terminal's rows, and four at least")
  func transferRows() {
    var tally = Tally()
    tally.note(.begun(), at: .zero)
    tally.note(.page(100), at: .zero)
    for index in 0..<32 { tally.note(.progress(.photo("\(index)"), 0, of: 10), at: .zero) }
    let rows = { LiveFrame.lines(tally: tally, at: .seconds(1), columns: 80, rows: $0).count - 3 }
    #expect([8, 10, 24, 60].map(rows) == [4, 4, 8, 20])
  }

  @Test("At 200 columns transfers have bars and sizes")
  func wide() {
    #expect(
      frame(columns: 200, rows: 24).joined(separator: "\n") == """
        flickr:recent → photos
        ██████████████████████████████████████████████████░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░  \
        63%  630 of 1,000 photos
        512 MB  52 MB/s  0:08 left  120 known  3 failed
          Sunset at the lake                                            \
        ███████████████░░░░░░░░░░░░░░░  52%  1.2 MB of 2.3 MB
          日本の桜と富士山と新幹線と東京タワー                          ██████████████████████████████ 100% \
         4.0 MB of 4.0 MB
          evil                                                                            \
                           0 B
          Cafe\u{301} 👩‍👩‍👧                                                   \
        ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░   0%  0 B of 999 KB
          51237                                                         retry in 3 s: the \
        server says 503
        """)
  }

  @Test("At any size, no line of the live view fills its row and the cursor has its own row")
  func fits() {
    for columns in 12...210 {
      for rows in [2, 5, 8, 24] {
        let lines = frame(columns: columns, rows: rows)
        #expect(lines.count < rows)
        for line in lines { #expect(DisplayWidth.of(line) < columns) }
      }
    }
  }

  @Test("The live view accepts a terminal without a size", arguments: [-1, 0, 1, 2])
  func tiny(size: Int) { #expect(frame(columns: size, rows: size).count == 1) }

  @Test("Colours do not change the width or text of the live view")
  func colors() {
    for columns in [40, 80, 200] {
      let colored = frame(columns: columns, rows: 24, isColored: true)
      #expect(colored.joined().contains("\u{1B}[31m3 failed\u{1B}[0m"))
      #expect(
        colored.map { TerminalText.line($0, limit: .max) } == frame(columns: columns, rows: 24))
    }
  }

  @Test("Before the first page the live view shows that the listing is read, or its wait")
  func beginning() {
    var tally = Tally()
    tally.note(.begun(isResuming: true, isDryRun: true), at: .zero)
    tally.note(.retry(nil, "the server says 429", after: .seconds(30)), at: .zero)
    #expect(
      LiveFrame.lines(tally: tally, at: .seconds(1), columns: 60, rows: 24) == [
        "flickr:recent → photos  dry run  resuming",
        "reading the listing …",
        "0 B  0 B/s",
        "listing: retry in 29 s: the server says 429",
      ])
  }

  @Test(
    "Waits name their servers, those for one server are one line, and a pause is said to be asked for",
    arguments: [
      (
        40, 24,
        """
          2 photos   waits until 1800: api.exa…
          51236      retry in 3 s: live.exampl…
        """
      ),
      (
        100, 24,
        """
          2 photos      waits until 1800: api.example.org asked for a pause
          51236                                             retry in 3 s: live.example.org:8080: status 503
        """
      ),
      (
        100, 5,
        """
          … and 3 more
        """
      ),
    ])
  func hosts(columns: Int, rows: Int, text: String) {
    var tally = Tally()
    tally.note(.begun(), at: .zero)
    for (id, delay) in [("51234", 1801), ("51235", 1800)] {
      tally.note(
        .retrying(
          RetryFacts(
            photo: .photo(id), reason: "https://api.example.org/x: status 429", attempt: 1,
            delay: .seconds(delay), host: "api.example.org", cause: "status 429", isAsked: true)),
        at: .zero)
    }
    tally.note(
      .retrying(
        RetryFacts(
          photo: .photo("51236"), reason: "http://live.example.org:8080/x: status 503", attempt: 2,
          delay: .seconds(4), host: "live.example.org:8080", cause: "status 503")), at: .zero)
    let lines = LiveFrame.lines(tally: tally, at: .seconds(1), columns: columns, rows: rows) {
      "\($0.components.seconds)"
    }
    #expect(lines.dropFirst(3).joined(separator: "\n") == text)
  }

  @Test("A wait for a server that cannot be reached is shown with its limit")
  func offline() {
    var tally = Tally()
    tally.note(.begun(), at: .zero)
    tally.note(
      .retrying(
        RetryFacts(
          photo: nil, reason: "http://a.example/list: no route", attempt: 3, delay: .seconds(8),
          isOffline: true, host: "a.example", cause: "no route", retryLimit: .seconds(90))),
      at: .zero)
    let lines = LiveFrame.lines(tally: tally, at: .seconds(1), columns: 200, rows: 24)
    #expect(
      lines.last == "listing: offline, retry in 7 s (for up to 90 s): a.example: no route")
  }

  @Test("A long wait is shown by the time of its end")
  func longWait() {
    var tally = Tally()
    tally.note(.begun(), at: .zero)
    tally.note(.retry(nil, "the server says 429", after: .seconds(1800)), at: .zero)
    for (columns, line) in [
      (40, "listing: waits until 1800: the server …"),
      (200, "listing: waits until 1800: the server says 429"),
    ] {
      let lines = LiveFrame.lines(
        tally: tally, at: .seconds(1), columns: columns, rows: 24
      ) { "\($0.components.seconds)" }
      #expect(lines.last == line)
    }
  }

  @Test("The live view shows that the directory is a new mirror")
  func newMirror() {
    var tally = Tally()
    tally.note(.begun(isNewMirror: true), at: .zero)
    let lines = LiveFrame.lines(tally: tally, at: .seconds(1), columns: 60, rows: 24)
    #expect(lines.first == "flickr:recent → photos  a new mirror")
  }

  @Test("The live view counts the transfers that do not fit")
  func more() {
    let lines = frame(columns: 80, rows: 7)
    #expect(lines.count == 6)
    #expect(lines.last == "  … and 3 more")
  }
}
