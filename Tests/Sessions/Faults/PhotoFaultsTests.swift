import TestSupport
import Testing

@Suite("Faults of single photos", .serialized)
struct PhotoFaultsTests {
  struct Expected: Sendable, CustomTestStringConvertible {
    let fault: String
    let stage: String
    /// Selected keys of an event.
    let reason: String
    let willRetry: Bool

    var testDescription: String { fault }
  }

  /// One fault as the user sees it; the fault matrix has the others.
  static let faults = [
    Expected(fault: "placeholder", stage: "download", reason: "unavailable", willRetry: false)
  ]

  @Test(
    "A photo that fails is reported, the others are mirrored, and a later run fetches it",
    arguments: faults)
  func fault(expected: Expected) async throws {
    // A small image, because drawing a large one takes long on a busy machine.
    let site = ["--photos", "4", "--pictures", "1"]
    var session = try await Session(site)
    let id = try #require(try await session.list().dropFirst().first?.id)
    try await session.restartServer(site + ["--fault-photo", "\(id)=\(expected.fault)"])
    let command = "sync --size 640 --attempts 1 --progress json flickr:recent photos"
    let run = try await session.run(command)
    #expect(run.exitCode == 1)
    let ending = try #require(try run.events.endings[id])
    #expect(ending.result == "failed" && ending.stage == expected.stage)
    #expect(ending.willRetry == expected.willRetry, "\(ending.reason ?? "")")
    let reason = try #require(ending.reason)
    #expect(reason.contains(expected.reason) || expected.reason.isEmpty, "\(reason)")
    #expect(run.errors.contains("1 × \(reason)\n"), "\(run.errors)")
    #expect(try run.events.endings.values.filter { $0.result == "mirrored" }.count == 3)
    #expect(session.mirror().photos.count == 3 && session.mirror().photo(id) == nil)
    let status = try await session.status()
    #expect(status.sources.first?.failed == 1 && status.failures.first?.reason == reason)

    try await session.restartServer(site)
    #expect(try await session.run(command).exitCode == 0)
    #expect(session.mirror().photos.count == 4 && session.mirror().flaws() == [])
    #expect(try await session.status().failures.isEmpty)
  }

  @Test("A photo that fails at random is fetched by a later attempt")
  func retried() async throws {
    let session = try await Session(
      "--photos", "10", "--faults", "truncate=0.3,reset=0.2,429=0.1", "--seed", "4")
    let run = try await session.run("sync --progress json flickr:recent photos")
    #expect(run.exitCode == 0 && run.errors.isEmpty)
    #expect(session.mirror().photos.count == 10 && session.mirror().flaws() == [])
    #expect(try run.events.contains { $0.event == "retrying" && $0.id != nil })
    #expect(try await session.server.stats().faults.values.reduce(0, +) > 0)
  }
}
