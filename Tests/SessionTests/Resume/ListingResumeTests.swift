import Foundation
import TestSupport
import Testing

@Suite("a listing of several pages that is broken off")
struct ListingResumeTests {
  private static let method = "flickr.people.getPublicPhotos"
  /// Small pictures: what matters here is how many.
  private static let options = ["--size", "Square", "--thumbnail", "0", "--jobs", "16"]

  @Test("goes on where its pages were complete, and looks at its front once more")
  func pages() async throws {
    // One in seven photos is this user's: some 2300, on five pages.
    let server = try await ServerProcess(["--photos", "16000", "--pictures", "8"])
    let mirror = try MirrorCommand(
      server, source: "flickr:user/20000002@N01", options: Self.options)
    let early = try await mirror.run(until: .line("\"event\":\"listed\""), SIGKILL)
    #expect(early.status == .killed(signal: SIGKILL))
    let late = try await mirror.run(until: .trace(.named, count: 2100), SIGKILL)
    #expect(late.status == .killed(signal: SIGKILL))

    let photos = try mirror.files.photos.count
    let stats = try await mirror.traffic()
    // The last page that was complete, the one after it, and the first.
    #expect(stats.calls == [Self.method: 3])
    let whole = try mirror.files
    #expect(stats.imageRequests >= whole.photos.count - photos)
    // A body of a few KB leaves nothing to go on with: what was between its request and its name
    // (16 transfers, 4 proofs, a group of 64) is fetched again.
    #expect(stats.imageRequests <= whole.photos.count - photos + 84)

    let again = try await mirror.traffic()
    #expect(again.calls == [Self.method: 5] && again.imageRequests == 0)
    #expect(try mirror.files.differences(from: whole) == [])
  }
}
