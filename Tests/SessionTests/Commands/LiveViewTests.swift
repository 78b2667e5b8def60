import Foundation
import TestSupport
import Testing

@Suite("sync on a terminal", .serialized)
struct LiveViewTests {
  /// Runs a command line at a terminal, by script(1), whose output is the terminal's;
  /// it is told to leave line breaks as they are.
  private func start(
    _ line: String, in session: Session, columns: Int = 40
  ) throws -> RunningProcess {
    let command =
      "stty cols \(columns) rows 12 -onlcr; exec \(BuiltProducts.path("photomirror")) \(line)"
    return try RunningProcess(
      "/usr/bin/env", ["script", "-qec", command, "/dev/null"],
      environment: session.environment.merging(["TERM": "xterm", "SHELL": "/bin/sh"]) { $1 },
      workingDirectory: session.folder.path)
  }

  /// What stands after the last frame, as far as each frame shows the cursor again at its end.
  private func end(of output: String) -> String? {
    output.ranges(of: "\u{1B}[?25h").last.map { String(output[$0.upperBound...]) }
  }

  @Test("the view gives way to the summary, and the cursor is back")
  func finished() async throws {
    let session = try await Session("--photos", "6", "--rate", "300000")
    let run = try await start("sync --size 1024 flickr:recent photos", in: session).end()
    #expect(run.status == .exited(0) && run.output.contains("flickr:recent → photos"))
    let text = try #require(end(of: run.output))
    #expect(TextPattern("mirrored 6 photos  (…)").matches(text), "\(text)")
    #expect(session.mirror().photos.count == 6 && session.mirror().flaws() == [])
  }

  @Test("Ctrl-C takes the view away, gives the cursor back and says how to go on")
  func interrupted() async throws {
    let session = try await Session("--photos", "6", "--faults", "stall=1")
    let process = try start("sync --stall-timeout 3600 flickr:recent photos", in: session)
    _ = try #require(await process.line(containing: "0/6"))
    let writer = try #require(try await session.status().writer.flatMap(pid_t.init))
    kill(writer, SIGINT)
    let run = await process.end()
    #expect(run.status == .exited(130))
    let text = try #require(end(of: run.output))
    #expect(
      TextPattern(
        """
        mirrored 0 photos  (… in …, …B/s)
        interrupted
        hint: run the same command again to go on; finished photos are not fetched again
        """
      ).matches(text), "\(text)")
  }

  @Test("list is a table that fits")
  func table() async throws {
    let session = try await Session("--photos", "9")
    let run = try await start("list flickr:recent", in: session, columns: 80).end()
    let lines = run.output.split(separator: "\n")
    #expect(run.status == .exited(0) && lines.count == 10)
    #expect(
      lines.first?.hasPrefix("ID  ") == true && lines.allSatisfy { $0.count <= 80 }, "\(run.output)"
    )
  }
}
