import Foundation
import TestSupport
import Testing

@Suite("Interruption of list and of a dry run", .serialized)
struct ListInterruptionTests {
  private struct Entry: Decodable {
    let id: String
  }

  /// An answer after which no request is sent to the host for minutes.
  private static let refusal = WireServer.Step.response(
    "429 Too Many Requests", ["Retry-After: 600", "Content-Length: 0"])

  /// The result of an interrupted `list`.
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

  @Test(
    "An interrupted list ends after a complete line, and reports the number of photos",
    arguments: [SIGINT, SIGTERM])
  func lines(number: Int32) async throws {
    let (session, feed) = (try await Session(), try EndlessFeed())
    let process = try session.start("list --limit 1000000 \(feed.source)")
    _ = try #require(await process.line(containing: #""id":"7-7""#))
    process.send(number)
    try expect(await process.end(), in: session)
    #expect(feed.pages > 7)
  }

  @Test("An interrupted list does not wait for an answer")
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

  @Test("An interrupted list does not wait for the end of a pause")
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

  @Test("A second signal ends list even if its output is not read")
  func unread() async throws {
    let (session, feed) = (try await Session(), try EndlessFeed())
    // Its standard output is a full pipe. It holds both ends itself.
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
      exits: 130,
      errors: "note      …\nnote      …\nnote      …\nnote      …\nlisted 0 photos\ninterrupted")
    #expect(feed.pages == 1)
  }

  @Test("An interrupted list on a terminal prints the table so far")
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

  @Test("list ignores a signal that was ignored from its start, as under nohup(1)")
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

  @Test(
    "An interrupted dry run ends like a sync, without waiting further", arguments: [false, true])
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
