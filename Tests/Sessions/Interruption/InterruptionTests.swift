import Foundation
import TestSupport
import Testing

@Suite("Interruption of sync", .serialized)
struct InterruptionTests {
  @Test(
    "A signal ends a run that hangs, and the same command resumes from the stored data",
    arguments: [SIGINT, SIGTERM, SIGHUP])
  func signal(number: Int32) async throws {
    var session = try await Session("--photos", "6", "--faults", "stall=1")
    // Without the signal, this run would last an hour.
    let command = "sync --stall-timeout 3600 --progress json flickr:recent photos"
    let process = try session.start(command)
    _ = try #require(await process.line(containing: #""received_bytes":16384"#))
    process.send(number)
    let run = await process.end()
    #expect(run.status == .exited(130))
    #expect(
      TextPattern(
        """
        mirrored 0 photos  (… in …, …B/s)
        interrupted
        hint: run the same command again to resume; finished photos are not fetched again
        """
      ).matches(run.errors), "\(run.errors)")
    let end = try #require(try run.events.last)
    #expect(end.ending == "interrupted" && end.mirrored == 0)
    // Bytes of unfinished photos count as received, too.
    #expect(try #require(end.fetchedBytes) > 16384)
    #expect(session.mirror().photos.isEmpty && !session.mirror().parts.isEmpty)
    #expect(try await session.status().parts > 0)

    try await session.restartServer("--photos", "6")
    #expect(try await session.run(command).exitCode == 0)
    #expect(session.mirror().photos.count == 6 && session.mirror().flaws() == [])
    #expect(try await session.server.stats().partialAnswers > 0)
  }

  @Test("timeout(1), which signals a process and then its group, ends a run in order")
  func timeout() async throws {
    let session = try await Session("--photos", "6", "--faults", "stall=1")
    let process = try RunningProcess(
      "/usr/bin/timeout",
      ["3600", BuiltProducts.path("photomirror")]
        + "sync --stall-timeout 3600 --progress json flickr:recent photos".split(separator: " ")
        .map(String.init),
      environment: session.environment, workingDirectory: session.folder.path)
    _ = try #require(await process.line(containing: #""received_bytes":16384"#))
    // timeout(1) forwards the signal that it receives.
    process.send(SIGTERM)
    let run = await process.end()
    #expect(run.status == .exited(130))
    #expect(try run.events.last?.ending == "interrupted", "\(run.errors)")
  }

  @Test("A signal ends a run that waits for the listing")
  func whileListing() async throws {
    let session = try await Session("--faults", "429=1")
    let process = try session.start("sync --attempts 100 --progress json flickr:recent photos")
    _ = try #require(await process.line(containing: #""event":"retrying""#))
    process.send(SIGINT)
    #expect(await process.end().status == .exited(130))
  }
}
