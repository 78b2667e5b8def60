import Foundation
import TestSupport
import Testing

@Suite("An interrupted listing of several pages")
struct ListingResumeTests {
  private static let method = "flickr.people.getPublicPhotos"
  /// Small images: only their number matters here.
  private static let options = [
    "--size", "Square", "--thumbnail", "0", "--jobs", "16", "--stall-timeout", "3600",
  ]

  /// One in seven photos is this user's: about 2300, on five pages.
  private static let site = ["--photos", "16000", "--pictures", "8"]

  @Test("An interrupted listing resumes at its last complete page, then its front")
  func pages() async throws {
    let server = try await ServerProcess(Self.site)
    var mirror = try MirrorCommand(
      server, source: "flickr:user/20000002@N01", options: Self.options)
    let ids = try await mirror.listedIDs()
    let last = try #require(ids.last)
    // The site stalls in the last photo, so that every kill arrives in time.
    try await mirror.restartServer(Self.site + ["--fault-photo", "\(last)=stall"])
    let early = try await mirror.run(until: .line("\"event\":\"listed\""), SIGKILL)
    #expect(early.status == .killed(signal: SIGKILL))

    // A slow reader of the event kills late: some of these photos may be there.
    let photos = try mirror.files.photos
    let waiting = ids.dropLast().suffix(200).filter { id in
      !photos.contains { $0.contains("_\(id).") }
    }
    let process = try mirror.start()
    // More photos than the stages' queues hold: those before them are complete.
    for id in waiting { try #require(await process.line(containing: "_\(id).") != nil) }
    process.send(SIGKILL)
    #expect(await process.end().status == .killed(signal: SIGKILL))

    try await mirror.restartServer(Self.site)
    let stats = try await mirror.traffic()
    // The last complete page, the next one, and the first.
    #expect(stats.calls == [Self.method: 3])
    #expect(stats.imageRequests == 1)
    let whole = try mirror.files
    #expect(whole.photos.count == ids.count)

    let again = try await mirror.traffic()
    // Nothing has changed: the first page is enough.
    #expect(again.calls == [Self.method: 1] && again.imageRequests == 0)
    #expect(try mirror.files.differences(from: whole) == [])
  }
}
