import Console
import MirrorCore
import Mirroring
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

  /// Ten seconds in: 630 of 1,000 photos, 120 of them known before, 3 failed.
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

  @Test("at 40 columns every number is there, on as many lines as it takes")
  func narrow() {
    #expect(
      frame(columns: 40, rows: 24).joined(separator: "\n") == """
        flickr:recent → photos
        ██████████████░░░░░░░░░  63%  630/1,000
        512 MB  51 MB/s  0:08 left  120 known
        3 failed
          Sunset at the lake        52%  2.3 MB
          日本の桜と富士山と新幹…  100%  4.0 MB
          evil                              0 B
          Cafe\u{301} 👩‍👩‍👧                0%  999 KB
          51237                    retry in 3 …
        """)
  }

  @Test("at 80 columns")
  func usual() {
    #expect(
      frame(columns: 80, rows: 24).joined(separator: "\n") == """
        flickr:recent → photos
        █████████████████████████████████░░░░░░░░░░░░░░░░░░░░  63%  630 of 1,000 photos
        512 MB  51 MB/s  0:08 left  120 known  3 failed
          Sunset at the lake                 █████████░░░░░░░░░░  52%  1.2 MB of 2.3 MB
          日本の桜と富士山と新幹線と東京タ…  ███████████████████ 100%  4.0 MB of 4.0 MB
          evil                                                         0 B
          Cafe\u{301} 👩‍👩‍👧                        ░░░░░░░░░░░░░░░░░░░   0%  0 B of 999 KB
          51237                              retry in 3 s: the server says 503
        """)
  }

  @Test("at 200 columns transfers have their own bars and sizes")
  func wide() {
    #expect(
      frame(columns: 200, rows: 24).joined(separator: "\n") == """
        flickr:recent → photos
        ██████████████████████████████████████████████████░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░  \
        63%  630 of 1,000 photos
        512 MB  51 MB/s  0:08 left  120 known  3 failed
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

  @Test("no line fills its row, and the cursor keeps a row of its own, at any size")
  func fits() {
    for columns in 12...210 {
      for rows in [2, 5, 8, 24] {
        let lines = frame(columns: columns, rows: rows)
        #expect(lines.count < rows)
        for line in lines { #expect(DisplayWidth.of(line) < columns) }
      }
    }
  }

  @Test("a terminal of no size is no trouble", arguments: [-1, 0, 1, 2])
  func tiny(size: Int) { #expect(frame(columns: size, rows: size).count == 1) }

  @Test("colours take no width and change no text")
  func colors() {
    for columns in [40, 80, 200] {
      let colored = frame(columns: columns, rows: 24, isColored: true)
      #expect(colored.joined().contains("\u{1B}[31m3 failed\u{1B}[0m"))
      #expect(
        colored.map { PlainText.line($0, limit: .max) } == frame(columns: columns, rows: 24))
    }
  }

  @Test("before the first page the listing is said to be read, and what it waits for")
  func beginning() {
    var tally = Tally()
    tally.note(.begun(isResuming: true, isDryRun: true), at: .zero)
    tally.note(.retry(nil, "the server says 429", after: .seconds(30)), at: .zero)
    #expect(
      LiveFrame.lines(tally: tally, at: .seconds(1), columns: 60, rows: 24) == [
        "flickr:recent → photos  dry run  going on",
        "reading the listing …",
        "0 B  0 B/s",
        "listing: retry in 29 s: the server says 429",
      ])
  }

  @Test("a directory that was no mirror before is told, as whoever forgot to mount a disk sees")
  func newMirror() {
    var tally = Tally()
    tally.note(.begun(isNewMirror: true), at: .zero)
    let lines = LiveFrame.lines(tally: tally, at: .seconds(1), columns: 60, rows: 24)
    #expect(lines.first == "flickr:recent → photos  a new mirror")
  }

  @Test("transfers that there is no room for are counted")
  func more() {
    let lines = frame(columns: 80, rows: 7)
    #expect(lines.count == 6)
    #expect(lines.last == "  … and 3 more")
  }
}
