import Foundation
import TestSupport
import Testing

@Suite("Limits of a run", .serialized)
struct LimitsTests {
  @Test("A byte limit stops the run with exit 0, and the same command resumes to completion")
  func bytes() async throws {
    let session = try await Session("--photos", "12", "--pictures", "2")
    let command = "sync --size Large --progress json --jobs 1 flickr:recent photos"
    let first = try await session.run(command + " --max-bytes 300K")
    #expect(first.exitCode == 0)
    let end = try #require(try first.events.last)
    #expect(end.ending == "limited" && end.reason == "stopped at the limit of 307 KB")
    #expect(try #require(end.fetchedBytes) >= 307_200)
    #expect(session.mirror().photos.count < 12)
    #expect(session.mirror().flaws().allSatisfy { $0.hasPrefix("parts: ") })
    #expect(first.errors.contains("hint: run the same command again to resume"))
    #expect(try await session.run(command).exitCode == 0)
    #expect(session.mirror().photos.count == 12 && session.mirror().flaws() == [])
    // Bytes received before the limit are not downloaded again.
    let whole = session.mirror().photos.reduce(0) { $0 + session.mirror().bytes($1).count }
    #expect(try await session.server.stats().imageBytes <= whole + whole / 10)
  }

  @Test("The limit of free disk space stops a run before any download")
  func freeSpace() async throws {
    let session = try await Session("--photos", "2")
    let full = try await session.run("sync --min-free 1000T flickr:recent photos")
    full.expect(
      exits: 4,
      errors: """
        mirroring flickr:recent into photos, a new mirror
        photomirror: error: only … are free in photos, less than 1.1 PB
        hint: free some space, or lower --min-free; run the same command again to resume
        """)
    #expect(try await session.server.stats().imageRequests == 0 && !session.mirror().exists)
  }

  @Test("A rate limit slows a run down and changes nothing else")
  func rate() async throws {
    let session = try await Session("--photos", "4", "--pictures", "1")
    let run = try await session.run(
      "sync --size Medium --max-rate 200K --jobs 1 --progress json flickr:recent photos")
    #expect(run.exitCode == 0 && session.mirror().photos.count == 4)
    let last = try #require(try run.events.last)
    let (bytes, seconds) = (try #require(last.fetchedBytes), try #require(last.elapsedSeconds))
    // The burst is the bucket's capacity, a tenth of a second's bytes, and one segment, which on
    // the loopback is 64 KiB whatever the socket's buffer.
    let most = 204_800 * (seconds + 0.1) + 65_536
    #expect(Double(bytes) <= most, "\(bytes) bytes in \(seconds) s")
  }
}
