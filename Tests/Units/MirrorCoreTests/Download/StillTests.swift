import MirrorTesting
import ProviderKit
import Testing

@testable import MirrorCore

@Suite("The still of a video")
struct StillTests {
  /// A video whose listing shows a still at an address.
  private func site(_ still: String) -> SizesSite {
    let still = Rendition(label: "Medium", url: still, width: 4, height: 3, media: .photo)
    let stream = Rendition(
      label: "720p", url: "http://site/v#video", width: 8, height: 6, media: .video)
    let video = Photo(id: "1", owner: "o", media: .video, renditions: [still])
    return SizesSite(photo: video, sizes: [stream, still], placeholders: ["photo_unavailable"])
  }

  private func mirror(_ still: String) -> TestMirror {
    var mirror = TestMirror()
    mirror.reply = { Array(($0 == "video" ? "video" : "jpeg \($0)").utf8) }
    mirror.provider = site(still)
    return mirror
  }

  @Test("A thumbnail is made of it, and none of the site's placeholder")
  func placeholder() async throws {
    for (still, hasThumbnail) in [
      ("http://site/s#still", true), ("http://site/photo_unavailable#still", false),
    ] {
      var mirror = mirror(still)
      let run = await mirror.run(photos: [])
      #expect(run.results["1"]?.stored != nil)
      #expect(mirror.content.files["o/1.mp4"] == Array("video".utf8))
      #expect((mirror.content.thumbnails["o/1"] != nil) == hasThumbnail)
    }
  }

  @Test("A thumbnail that was removed is made again of the still in the listing")
  func removed() async throws {
    var mirror = mirror("http://site/s#still")
    _ = await mirror.run(photos: [])
    mirror.content.thumbnails = [:]
    let run = await mirror.run(photos: [], day: 1)
    #expect(mirror.content.thumbnails["o/1"] != nil && run.transfers == 1)
    #expect(await mirror.run(photos: [], day: 2).transfers == 0)
    // A listing that lacks the video says nothing about its still: a later one does.
    mirror.content.thumbnails = [:]
    mirror.provider = nil
    _ = await mirror.run(photos: [], day: 3)
    mirror.provider = site("http://site/s#still")
    _ = await mirror.run(photos: [], day: 4)
    #expect(mirror.content.thumbnails["o/1"] != nil)
  }

  @Test("A video of an account's export gets its thumbnail when a listing shows its still")
  func imported() async throws {
    var mirror = TestMirror()
    mirror.reply = { Array(($0 == "video" ? "video" : "jpeg \($0)").utf8) }
    let original = Rendition(
      label: "Video Original", url: "flickr-export:1#video", isOriginal: true, media: .video)
    let exported = Photo(id: "1", owner: "o", media: .video, renditions: [original])
    mirror.provider = SizesSite(photo: exported, sizes: [])
    _ = await mirror.run(photos: [])
    #expect(mirror.paths == ["o/1.mp4"] && mirror.content.thumbnails.isEmpty)
    mirror.provider = site("http://site/s#still")
    let run = await mirror.run(photos: [], day: 1)
    #expect(mirror.content.thumbnails["o/1"] != nil && run.transfers == 1)
    #expect(await mirror.run(photos: [], day: 2).transfers == 0)
  }

  @Test("A video is replaced when its still is at another address")
  func replaced() async throws {
    var mirror = mirror("http://site/s#still")
    _ = await mirror.run(photos: [])
    mirror.reply = { Array(($0 == "video" ? "video, a new one" : "jpeg \($0)").utf8) }
    mirror.provider = site("http://site/s2#still")
    _ = await mirror.run(photos: [], day: 1)
    #expect(mirror.content.files["o/1.mp4"] == Array("video, a new one".utf8))
    #expect(mirror.content.trash.count == 1)
  }
}
