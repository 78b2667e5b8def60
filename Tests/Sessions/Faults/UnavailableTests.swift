import Foundation
import TestSupport
import Testing

@Suite("A photo that its site refuses permanently", .serialized)
struct UnavailableTests {
  private static let command = "sync --size 640 --attempts 1 --progress json flickr:recent photos"

  @Test(
    "A refused photo fails one run, and is then recorded as unavailable", arguments: ["403"])
  func recorded(fault: String) async throws {
    let site = ["--photos", "3", "--pictures", "1"]
    var session = try await Session(site)
    let id = try #require(try await session.list().dropFirst().first?.id)
    try await session.restartServer(site + ["--fault-photo", "\(id)=\(fault)"])
    let first = try await session.run(Self.command)
    #expect(try first.exitCode == 1 && first.events.endings[id]?.result == "failed")
    #expect(try await session.status().unavailable.isEmpty)

    let second = try await session.run(Self.command)
    #expect(second.exitCode == 0 && second.errors.isEmpty, "\(second.errors)")
    var ending = try #require(try second.events.endings[id])
    #expect(ending.result == "unavailable" && ending.asked == true)
    let status = try await session.status()
    let group = try #require(status.unavailable.first)
    #expect(group.reason == ending.reason && group.photos == 1 && group.ids == [id])
    #expect(group.since == ending.since && status.failures.isEmpty)
    #expect(status.sources.map(\.unavailable) == [1] && status.sources.map(\.failed) == [0])
    let day = Date().formatted(.iso8601.year().month().day()).prefix(7)
    let shown = try await session.run("status photos").output
    #expect(shown.contains("unavailable since \(day)"), "\(shown)")
    #expect(shown.contains(": 1 × \(group.reason)\n    \(id)"), "\(shown)")

    try await session.server.resetStats()
    let third = try await session.run("sync --size 640 --attempts 1 flickr:recent photos")
    #expect(third.exitCode == 0)
    #expect(
      third.errors.contains("mirrored 0 photos, 2 known, 1 unavailable  ("), "\(third.errors)")
    #expect(try await session.server.stats().imageRequests == 0)
    ending = try #require(try await session.run(Self.command).events.endings[id])
    #expect(ending.result == "unavailable" && ending.asked == false)
  }

  @Test("A photo that vanished between two runs becomes unavailable")
  func interrupted() async throws {
    let site = ["--photos", "3", "--pictures", "1"]
    var session = try await Session(site + ["--faults", "stall=1"])
    let id = try #require(try await session.list().first?.id)
    let process = try session.start("\(Self.command) --stall-timeout 3600")
    _ = try #require(await process.line(containing: #""received_bytes":16384"#))
    process.send(SIGKILL)
    _ = await process.end()
    try await session.restartServer(site + ["--fault-photo", "\(id)=404"])
    #expect(try await session.run(Self.command).exitCode == 1)
    #expect(try await session.run(Self.command).exitCode == 0)
    #expect(try await session.status().sources.map(\.unavailable) == [1])
  }
}
