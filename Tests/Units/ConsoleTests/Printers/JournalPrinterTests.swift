import Console
import Foundation
import Locking
import MirrorCore
import TestSupport
import Testing

@Suite("--progress log and the log file")
struct JournalPrinterTests {
  /// Keeps what is written to it.
  private final class Lines: LineSink {
    private let all = Locked<[String]>([])
    var text: [String] { all.withLock(\.self) }
    func write(lines: [String]) { all.withLock { $0 += lines } }
  }

  @Test("A run in which nothing happened writes nothing, or the lines for that")
  func silent() {
    let quiet: [MirrorEvent] = [
      .begun(), .page(1), .ended(.photo("1"), .known),
      .noted(.smallerFiles(photos: 20, edge: 1024)), .finished(.summary(mirrored: 0, known: 1)),
    ]
    let (plain, weekly) = (Lines(), Lines())
    JournalPrinter(plain).emit(quiet)
    JournalPrinter(weekly, whenSilent: { ["all is well: \($0.totals.known)"] }).emit(quiet)
    #expect(plain.text == [])
    #expect(weekly.text == ["all is well: 1"])
  }

  @Test("Fetched photos are one line of progress a minute, failures a line each, then the summary")
  func progress() {
    let (lines, time) = (Lines(), Locked(Duration.zero))
    let printer = JournalPrinter(lines, elapsed: { time.withLock(\.self) })
    printer.emit([.begun(), .page(200)])
    for second in 1...100 {
      time.withLock { $0 = .seconds(second) }
      printer.emit([.mirrored("\(second)", bytes: 1_000_000)])
    }
    printer.emit([
      .ended(.photo("x"), .failed(.failure("timed out"))),
      .finished(.summary(mirrored: 100, failed: 1, bytes: 100_000_000)),
    ])
    #expect(
      lines.text.prefix(3) == [
        "mirroring flickr:recent into photos",
        "progress  60 of 200 photos, 60 MB, 1.0 MB/s, 2:20 left",
        "failed    x: timed out",
      ])
    #expect(lines.text[3].hasPrefix("mirrored 100 photos, 1 failed"))
  }

  @Test("A log file is appended to, with the time of each line, also after it was renamed")
  func logFile() throws {
    let folder = try TemporaryDirectory()
    let path = folder.appending("log")
    let log = LogFile(path: path, now: { Date(timeIntervalSince1970: 1_700_000_000) })
    log.write(lines: ["one", "two"])
    try FileManager.default.moveItem(atPath: path, toPath: path + ".1")
    log.write(lines: ["three"])
    #expect(
      try String(contentsOfFile: path + ".1", encoding: .utf8)
        == "2023-11-14T22:13:20Z one\n2023-11-14T22:13:20Z two\n")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "2023-11-14T22:13:20Z three\n")
    #expect(log.fault == nil)
  }

  @Test("A log file that cannot be written to is reported once, and the run continues")
  func unwritable() throws {
    let log = LogFile(path: "/proc/photomirror.log")
    log.write(lines: ["one"])
    #expect(log.fault != nil)
  }
}

extension JournalPrinter {
  fileprivate func emit(_ events: [MirrorEvent]) {
    for event in events { mirror(didEmit: event) }
  }
}
