import Foundation
import TestSupport
import Testing

@Suite("list and a dry run that are interrupted", .serialized)
struct ListInterruptionTests {
  private struct Entry: Decodable {
    let id: String
  }

  /// An answer after which a host is left alone for minutes.
  private static let refusal = WireServer.Step.response(
    "429 Too Many Requests", ["Retry-After: 600", "Content-Length: 0"])

  /// What `list` comes to that was interrupted.
  private func expect(
    _ run: CommandRun, in session: Session, errors: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let ids = try run.lines(of: Entry.self).map(\.id)
    #expect(run.output.hasSuffix("\n"), sourceLocation: sourceLocation)
    #expect(Set(ids).count == ids.count, sourceLocation: sourceLocation)
    run.expect(
      exits: 130, output: "…",
      errors: errors + "listed \(grouped(ids.count)) photos\ninterrupted",
      sourceLocation: sourceLocation)
    let left = try FileManager.default.contentsOfDirectory(atPath: session.folder.path)
    #expect(left == [], sourceLocation: sourceLocation)
  }

  private func grouped(_ count: Int) -> String {
    count < 1000 ? "\(count)" : "\(count / 1000)," + String(format: "%03d", count % 1000)
  }

  @Test("list ends after a line, and says how many there were", arguments: [SIGINT, SIGTERM])
  func lines(number: Int32) async throws {
    let (session, feed) = (try await Session(), try EndlessFeed())
    let process = try session.start("list --limit 1000000 \(feed.source)")
    _ = try #require(await process.line(containing: #""id":"7-7""#))
    process.send(number)
    try expect(await process.end(), in: session)
    #expect(feed.pages > 7)
  }

  @Test("list does not wait for an answer that does not come")
  func silence() async throws {
    let asked = Latch()
    let (session, feed) = (
      try await Session(), try EndlessFeed(end: 1, .open(asked), .untilClosed)
    )
    let process = try session.start("list \(feed.source)")
    await asked.wait()
    process.send(SIGINT)
    try expect(await process.end(), in: session)
    #expect(feed.pages == 2)
  }

  @Test("list does not wait for the end of a pause")
  func pause() async throws {
    let (session, feed) = (try await Session(), try EndlessFeed(end: 1, Self.refusal))
    let process = try session.start("list \(feed.source)")
    _ = try #require(await process.line(containing: "no requests to", of: .errors))
    process.send(SIGINT)
    try expect(
      await process.end(), in: session,
      errors: """
        …
        note      no requests to 127.0.0.1… for 600 s: status 429
        …

        """)
    #expect(feed.pages == 2)
  }

  @Test("a second signal ends it also where nobody reads what it writes")
  func unread() async throws {
    let (session, feed) = (try await Session(), try EndlessFeed())
    // Its standard output is a pipe that is full, and of which it has both ends itself.
    let script =
      "mkfifo pipe && exec 1<>pipe && head -c 65536 /dev/zero && exec \"$0\" list --verbose "
      + feed.source
    let process = try RunningProcess(
      "/bin/sh", ["-c", script, BuiltProducts.path("photomirror")],
      environment: session.environment, workingDirectory: session.folder.path)
    _ = try #require(await process.line(containing: "note      200 ", of: .errors))
    process.send(SIGINT)
    process.send(SIGTERM)
    await process.end().expect(
      exits: 130, errors: "note      …\nnote      …\nlisted 0 photos\ninterrupted")
    #expect(feed.pages == 1)
  }

  @Test("at a terminal, list shows the table as far as it came")
  func table() async throws {
    let asked = Latch()
    let (session, feed) = (
      try await Session(), try EndlessFeed(end: 1, .open(asked), .untilClosed)
    )
    let process = try session.startAtTerminal("list \(feed.source)")
    await asked.wait()
    try session.sendAtTerminal(SIGINT)
    let run = await process.end()
    let lines = run.output.split(separator: "\n")
    #expect(run.status == .exited(130) && lines.count == 53 && lines[0].hasPrefix("ID  "))
    #expect(lines.suffix(2) == ["listed 50 photos", "interrupted"] && feed.pages == 2)
  }

  @Test("a signal that was ignored from the start stays ignored, as nohup(1) has it")
  func ignored() async throws {
    let (session, feed) = (try await Session(), try EndlessFeed())
    let process = try RunningProcess(
      "/bin/sh",
      [
        "-c", "trap '' HUP; exec \"$0\" list --limit 1000000 \(feed.source)",
        BuiltProducts.path("photomirror"),
      ], environment: session.environment, workingDirectory: session.folder.path)
    _ = try #require(await process.line(containing: #""id":"0-0""#))
    process.send(SIGHUP)
    let more = process.standardOutput.count(of: "\n") + 2000
    _ = try #require(await process.line(containing: #""id":""#, count: more))
    process.send(SIGINT)
    try expect(await process.end(), in: session)
    #expect(feed.pages > 40)
  }

  @Test("a dry run ends as a sync does, and waits no more", arguments: [false, true])
  func dryRun(isPaused: Bool) async throws {
    let session = try await Session()
    let feed = try EndlessFeed(end: 1, isPaused ? Self.refusal : .untilClosed)
    let process = try session.start("sync --dry-run --progress json \(feed.source) photos")
    let line = isPaused ? "no requests to" : #""id":"0-49""#
    _ = try #require(await process.line(containing: line))
    process.send(SIGINT)
    let run = await process.end()
    run.expect(
      exits: 130, output: "…", errors: "would fetch 50 photos  (… s)\ninterrupted")
    #expect(try run.events.last?.ending == "interrupted" && feed.pages <= 2)
    #expect(try FileManager.default.contentsOfDirectory(atPath: session.folder.path) == [])
  }
}
