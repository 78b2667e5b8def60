import Foundation
import TestSupport
import Testing

@Suite("Output on a terminal", .serialized)
struct LiveViewTests {
  @Test("The live view is replaced by the summary, and the cursor is restored")
  func finished() async throws {
    let session = try await Session("--photos", "6", "--rate", "300000")
    let run = try await session.startAtTerminal("sync --size 1024 flickr:recent photos").end()
    #expect(run.status == .exited(0) && run.output.contains("flickr:recent → photos"))
    let text = try #require(run.lastOnTerminal)
    #expect(TextPattern("mirrored 6 photos  (…)").matches(text), "\(text)")
    #expect(session.mirror().photos.count == 6 && session.mirror().flaws() == [])
  }

  @Test("Ctrl-C removes the live view, restores the cursor and explains how to resume")
  func interrupted() async throws {
    let session = try await Session("--photos", "6", "--faults", "stall=1")
    let process = try session.startAtTerminal("sync --stall-timeout 3600 flickr:recent photos")
    _ = try #require(await process.line(containing: "0/6"))
    try session.sendAtTerminal(SIGINT)
    let run = await process.end()
    #expect(run.status == .exited(130))
    let text = try #require(run.lastOnTerminal)
    #expect(
      TextPattern(
        """
        mirrored 0 photos  (… in …, …B/s)
        interrupted
        hint: run the same command again to
              resume; finished photos are not
              fetched again
        """
      ).matches(text), "\(text)")
  }

  @Test(
    "A typed Ctrl-C leaves no ^C on the screen, and each end of the run restores the terminal",
    arguments: ["typed", "terminated"])
  func echo(end: String) async throws {
    let session = try await Session("--photos", "6", "--faults", "stall=1")
    let (process, keyboard) = try session.startTyping(
      at: "sync --stall-timeout 3600 flickr:recent photos")
    _ = try #require(await process.line(containing: "0 of 6 photos"))
    if end == "typed" {
      try keyboard.write(contentsOf: Data([3]))
    } else {
      try session.sendAtTerminal(SIGTERM)
    }
    let run = await process.end()
    #expect(run.output.contains("status=130"), "\(run.output)")
    let shown = run.output.prefix(
      upTo: run.output.range(of: "status=")?.lowerBound ?? run.output.endIndex)
    #expect(!shown.contains("^C"), "\(run.output)")
    #expect(run.output.contains(" echoctl") && !run.output.contains("-echoctl"), "\(run.output)")
  }

  @Test("Without a terminal, or with a dumb one, the live view is lines without control characters")
  func missing() async throws {
    var session = try await Session("--photos", "3", "--pictures", "3")
    for (term, options) in [("xterm", "--progress live"), ("dumb", ""), (nil, "--progress live")] {
      session.environment["TERM"] = .some(term)
      let name = "photos-\(term ?? "none")"
      let run = try await session.run("sync flickr:recent \(name) --size 240 \(options)")
      #expect(run.exitCode == 0 && run.errors.contains("\nmirrored 3 photos"), "\(run.errors)")
      #expect(!(run.errors + run.output).contains("\u{1B}"), "\(run.errors)")
    }
  }

  @Test("list prints a table that fits the terminal")
  func table() async throws {
    let session = try await Session("--photos", "9")
    let run = try await session.startAtTerminal("list flickr:recent", columns: 80).end()
    let lines = run.output.split(separator: "\n")
    #expect(run.status == .exited(0) && lines.count == 10)
    #expect(
      lines.first?.hasPrefix("ID  ") == true && lines.allSatisfy { $0.count <= 80 }, "\(run.output)"
    )
  }
}
