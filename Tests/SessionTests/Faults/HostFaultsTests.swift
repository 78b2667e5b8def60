import Foundation
import TestSupport
import Testing

@Suite("Faults of a host", .serialized)
struct HostFaultsTests {
  /// A feed of photos at `host`.
  func feed(_ count: Int, at host: String) throws -> WireServer {
    let items = (0..<count).map { #"{"id":"\#($0)","title":"t","image":"\#(host)/\#($0).png"}"# }
    let feed =
      #"{"version":"https://jsonfeed.org/version/1.1","items":[\#(items.joined(separator: ","))]}"#
    return try WireServer { _ in [.ok(Array(feed.utf8))] }
  }

  @Test("A dead host ends the run after few attempts, however long the feed")
  func dead() async throws {
    let session = try await Session("--photos", "1")
    let host = try WireServer { _ in [.close] }
    let site = try feed(300, at: host.url(""))
    let run = try await session.run("sync --attempts 1 jsonfeed:\(site.url("/feed")) photos")
    #expect(run.exitCode == 3, "\(run.errors)")
    #expect(run.errors.contains("note      no more requests to 127.0.0.1:\(host.port): "))
    #expect(run.errors.contains("hint: run the same command again to resume"))
    // Eight at once, one more attempt, and two requests each: libcurl repeats a request if a kept
    // connection ends without a response.
    #expect(host.requests.count <= 40)
    #expect(try await session.status().sources.first?.mirrored == 0)
  }

  @Test("A dead host fails no photo of another host")
  func deadBesideOthers() async throws {
    let session = try await Session("--photos", "1")
    let closed = try ReservedPort()
    let site = try WireServer { request in
      guard request.target == "/feed" else { return [.ok(TinyPicture.png)] }
      let host = "http://" + (request.headers["host"] ?? "") + "/"
      let items = (0..<80).map {
        #"{"id":"\#($0)","image":"\#($0 < 60 ? closed.address : host)\#($0).png"}"#
      }
      let feed =
        #"{"version":"https://jsonfeed.org/version/1.1","items":[\#(items.joined(separator: ","))]}"#
      return [.ok(Array(feed.utf8))]
    }
    let run = try await session.run("sync --attempts 1 jsonfeed:\(site.url("/feed")) photos")
    #expect(run.exitCode == 3 && run.errors.contains("no more requests to "), "\(run.errors)")
    #expect(session.mirror().photos.count == 20)
  }

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
