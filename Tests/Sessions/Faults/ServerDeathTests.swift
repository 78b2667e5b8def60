import Foundation
import TestSupport
import Testing

/// The sample server, killed by SIGKILL during a run: response bodies are truncated, and later
/// connections are refused.
@Suite("A server that dies in the middle of a run", .serialized)
struct ServerDeathTests {
  private static let sync =
    "sync --size Large --stall-timeout 3600 --progress json flickr:recent photos"
  private static let site = ["--photos", "60", "--pictures", "8"]

  /// A run whose server was killed at the `count`th event of a kind, and the number of photos
  /// mirrored before. The bodies of all but small photos take seconds, and the last one never ends,
  /// so that the kill arrives in time.
  private func bereaved(
    _ options: String, after event: String, count: Int
  ) async throws -> (session: Session, run: RunningProcess, mirrored: Int) {
    var session = try await Session(Self.site)
    let last = try #require(try await session.list().last).id
    try await session.restartServer(
      Self.site + ["--rate", "20000", "--latency", "50", "--fault-photo", "\(last)=stall"])
    let run = try session.start("\(Self.sync) \(options)")
    _ = try #require(await run.line(containing: "{\"event\":\"\(event)\"", count: count))
    let mirrored = run.standardOutput.components(separatedBy: #""result":"mirrored""#).count - 1
    await session.server.kill()
    return (session, run, mirrored)
  }

  /// All files exist, were requested once, and parts were resumed.
  private func expectWhole(_ session: Session, butFor mirrored: Int, hasParts: Bool) async throws {
    let stats = try await session.server.stats()
    #expect(stats.imageRequests == stats.distinctImages && stats.imageRequests <= 60 - mirrored)
    #expect(stats.partialAnswers > 0 || !hasParts)
    try await session.run("sync --size Large --progress none flickr:recent other").expect(exits: 0)
    let (files, whole) = try (
      FileTree(session.mirror().path), FileTree(session.mirror("other").path)
    )
    #expect(files.differences(from: whole) == [] && files.photos.count == 60)
    #expect(session.mirror().parts.isEmpty)
  }

  @Test("A server that dies is tried with single requests until it returns")
  func returns() async throws {
    var (session, process, mirrored) = try await bereaved(
      "--attempts 100 --verbose", after: "progressed", count: 30)
    // The second pause follows a single attempt.
    _ = try #require(await process.line(containing: "is offline, next attempt in", count: 2))
    try await session.restartServer(Self.site)
    let run = await process.end()
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(try run.events.filter { $0.event == "ended" }.count == 60)
    #expect(try run.events.endings.values.allSatisfy { $0.result == "mirrored" })

    let notes = try run.events.compactMap(\.text)
    let pause = try #require(notes.firstIndex { $0.contains("is offline, next attempt in") })
    let back = try #require(notes[pause...].firstIndex { $0.wholeMatch(of: /20[06] .*/) != nil })
    let tries = notes[pause..<back].filter { $0.hasPrefix("GET ") }.count
    let pauses = notes[pause..<back].filter { $0.contains("is offline, next attempt in") }.count
    #expect(tries == pauses, "\(notes[pause..<back].joined(separator: "\n"))")
    try await expectWhole(session, butFor: mirrored, hasParts: true)
  }

  @Test(
    "A server that does not return ends the run; another run completes",
    arguments: [("started", 1), ("listed", 1), ("progressed", 30)])
  func staysAway(after event: String, count: Int) async throws {
    var (session, process, _) = try await bereaved("--attempts 2", after: event, count: count)
    let run = await process.end()
    #expect(try run.events.last?.ending == "source_failed")
    let mirrored = try #require(try run.events.last?.mirrored)
    run.expect(
      exits: 3, output: "…",
      errors: (mirrored > 0 ? "mirrored …\n" : "") + """
        photomirror: error: http://127.0.0.1:…
        hint: run the same command again to resume; finished photos are not fetched again
        """)
    try await session.restartServer(Self.site)
    #expect(try await session.run(Self.sync).exitCode == 0)
    try await expectWhole(session, butFor: mirrored, hasParts: event == "progressed")
  }
}
