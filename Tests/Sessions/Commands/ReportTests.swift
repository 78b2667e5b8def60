import Foundation
import TestSupport
import Testing

@Suite("The command report", .serialized)
struct ReportTests {
  @Test("New, failed and replaced photos are reported, with what to do, in words and as a page")
  func kinds() async throws {
    let session = try await Session()
    let feed = try ChangingFeed(in: session.folder)
    try feed.show(["1": "good/1.png", "2": "bad/2.png"])
    _ = try await session.run("sync --attempts 1 --progress none \(feed.source) photos")
    let run = try await session.run("report photos")
    #expect(run.exitCode == 0 && run.errors.isEmpty, "\(run.errors)")
    for text in [
      "1 photo of 1 source", "1 photo new since the last run began", "t (1): ",
      "1 photo failed; the next run tries again", "t (2): ",
      "hint: 'photomirror sync \(feed.source) photos' fetches what is missing",
    ] {
      #expect(run.output.contains(text), "\(text): \(run.output)")
    }
    let page = try await session.run("report photos -o report.html")
    #expect(page.exitCode == 0 && page.output.isEmpty && page.errors.isEmpty)
    let html = try String(contentsOfFile: session.folder.appending("report.html"), encoding: .utf8)
    #expect(html.contains("<h2>1 failed; the next run tries again</h2>"))
    // The photo is small enough to be shown itself.
    #expect(html.contains("src=\"./photos/127.0.0.1/t_1.png\""), "\(html)")
  }

  @Test("A page of a report that cannot be written is an error")
  func refused() async throws {
    let session = try await Session("--photos", "1", "--pictures", "1")
    try await session.run("sync --size 640 --progress none flickr:recent photos").expect(exits: 0)
    let page = try await session.run("report photos -o none/report.html")
    #expect(page.exitCode == 4 && page.errors.contains("cannot write none/report.html"))
  }
}
