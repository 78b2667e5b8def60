import Foundation
import TestSupport
import Testing

@Suite("Faults of a host", .serialized)
struct HostFaultsTests {
  @Test("A host's Retry-After pauses all transfers from it")
  func pause() async throws {
    let session = try await Session("--photos", "30", "--pictures", "2", "--rate-limit", "1")
    let calls = try await session.run("list flickr:recent")
    #expect(calls.exitCode == 0)
    let run = try await session.run("sync --progress json --verbose flickr:recent photos")
    #expect(run.exitCode == 0 && session.mirror().photos.count == 30)
    let throttled = try await session.server.stats().throttled
    #expect(throttled <= 2)
  }

  @Test("A run waits for an unreachable host and continues when it returns")
  func outage() async throws {
    var session = try await Session("--photos", "3")
    let options = ["--photos", "3"]
    await session.server.kill()
    let process = try session.start("sync --retry-for 3600 --progress lines flickr:recent photos")
    _ = try #require(
      await process.line(containing: "waiting   offline, next attempt in", count: 3, of: .errors))
    try await session.restartServer(options)
    let run = await process.end()
    #expect(run.exitCode == 0 && session.mirror().photos.count == 3, "\(run.errors)")
  }

  @Test("An unreachable host is abandoned after --retry-for, with the reason")
  func outageEnds() async throws {
    let session = try await Session("--photos", "1")
    let closed = try ReservedPort()
    let run = try await session.run("sync --retry-for 1 jsonfeed:\(closed.address)feed photos")
    #expect(run.exitCode == 3, "\(run.errors)")
    #expect(run.errors.contains("gave up on the host: failed to connect to 127.0.0.1"))
  }
}
