import MirrorTesting
import ProviderKit
import Testing

@testable import MirrorCore

@Suite("An upgrade of mirrored photos")
struct UpgradeTests {
  private func rendition(
    _ label: String, _ width: Int?, _ height: Int?, isOriginal: Bool = false
  ) -> Rendition {
    Rendition(
      label: label, url: "http://site/\(label)#\(label)", width: width, height: height,
      isOriginal: isOriginal)
  }

  @Test(
    "The listing offers a larger file by pixels, or an original of as many",
    arguments: [
      ("Large", 800, 600, false, true), ("Large", 200, 150, false, false),
      ("Large", 401, 300, false, false), ("Original", 401, 300, true, true),
      ("Original", 300, 400, true, true), ("Original", 200, 150, true, false),
      ("Medium", 800, 600, false, false), ("Original", 0, 0, true, false),
    ])
  func offers(label: String, width: Int, height: Int, isOriginal: Bool, isLarger: Bool) {
    let record = PhotoRecord(
      id: 1, photo: "1", stem: "o/1", isMirrored: true, source: 1, run: 1, address: "http://a/1",
      label: "Medium", picture: PictureFacts(width: 400, height: 300))
    let photo = Photo(
      id: "1", owner: "o", renditions: [rendition(label, width, height, isOriginal: isOriginal)])
    let upgrade = Upgrade(size: .largest, thumbnail: ThumbnailChoice(edge: 256))
    #expect(upgrade.offers(photo, for: record) == isLarger)
    // The addresses in a video's listing are those of stills.
    var video = photo
    video.media = .video
    video.renditions[0].media = .photo
    #expect(!upgrade.offers(video, for: record) && upgrade.mustAsk(about: video, for: record))
    #expect(!upgrade.mustAsk(about: photo, for: record))
    #expect(upgrade.thumbnailEdge(of: record) == 256)
    #expect(
      Upgrade(size: .largest, thumbnail: ThumbnailChoice(edge: 999)).thumbnailEdge(of: record)
        == 400)
  }

  @Test("An original of unknown pixels is worth a transfer, another size is not")
  func unknown() {
    let record = PhotoRecord(
      id: 1, photo: "1", stem: "o/1", isMirrored: true, source: 1, run: 1, address: "http://a/1",
      label: "Medium", picture: PictureFacts(width: 400, height: 300))
    for isOriginal in [true, false] {
      let offered = rendition("New", nil, nil, isOriginal: isOriginal)
      let photo = Photo(id: "1", owner: "o", renditions: [offered])
      let upgrade = Upgrade(size: .largest, thumbnail: nil)
      #expect(upgrade.offers(photo, for: record) == isOriginal)
      #expect(upgrade.thumbnailEdge(of: record) == nil)
    }
  }

  /// A mirror of one photo of 4 × 3 pixels in a size that is not the original.
  private func mirror() async -> (TestMirror, before: Photo, after: Photo) {
    var mirror = TestMirror()
    let before = Photo(id: "1", owner: "o", renditions: [rendition("Medium", 4, 3)])
    await mirror.run(photos: [before])
    var after = before
    after.renditions.append(rendition("Original", 4, 3, isOriginal: true))
    return (mirror, before, after)
  }

  @Test("Only an upgrade fetches what is offered since, and it replaces the file if it is larger")
  func larger() async throws {
    var (mirror, _, after) = await mirror()
    let unchanged = await mirror.run(photos: [after], day: 1)
    #expect(unchanged.results["1"] == .known && unchanged.transfers == 0)
    mirror.options = { $0.isUpgrade = true }
    let run = await mirror.run(photos: [after], day: 2)
    #expect(mirror.content.files == ["o/1.jpg": Array("jpeg Original".utf8)])
    #expect(mirror.content.trash.count == 1 && run.transfers == 1)
    let again = await mirror.run(photos: [after], day: 3)
    #expect(again.results["1"] == .known && again.transfers == 0)
  }

  @Test("A file that is not larger, damaged, or refused by the site replaces nothing")
  func kept() async throws {
    for number in 0...2 {
      var (mirror, _, after) = await mirror()
      let before = mirror.content
      mirror.options = { $0.isUpgrade = true }
      switch number {
      case 0: mirror.reply = { _ in Array("jpeg".utf8) }
      case 1: mirror.reply = { _ in Array("broken picture, and long".utf8) }
      default:
        mirror.reply = { (id) throws(FetchError) in
          // A page has no id.
          guard id.isEmpty else { throw FetchError(.status(403), "status 403") }
          return []
        }
      }
      let run = await mirror.run(photos: [after], day: 1)
      #expect(mirror.content == before && run.transfers == 1)
      #expect((run.results["1"]?.failure != nil) == (number == 1), "\(number)")
    }
  }

  @Test("An edited file is not replaced by a larger one")
  func edited() async throws {
    var (mirror, _, after) = await mirror()
    mirror.content.files["o/1.jpg"] = Array("jpeg mine".utf8)
    let before = mirror.content
    mirror.options = { $0.isUpgrade = true }
    let run = await mirror.run(photos: [after], day: 1)
    #expect(run.results["1"] == .known && run.transfers == 0 && mirror.content == before)
  }

  @Test("An upgrade makes thumbnails that were not wanted before or have another edge, once")
  func thumbnails() async throws {
    var mirror = TestMirror()
    mirror.options = { $0.thumbnailEdge = nil }
    await mirror.run(photos: [TestWalk.photo("1")])
    #expect(mirror.content.thumbnails.isEmpty)
    for (day, edge) in [(1.0, 3), (2.0, 2), (3.0, 64)] {
      mirror.options = {
        $0.thumbnailEdge = edge
        $0.isUpgrade = true
      }
      let run = await mirror.run(photos: [TestWalk.photo("1")], day: day)
      #expect(run.notes == [.thumbnailsRemade(1)])
      #expect(mirror.content.thumbnails == ["o/1": MemoryMedia.thumbnail(of: edge)])
      let again = await mirror.run(photos: [TestWalk.photo("1")], day: day + 0.1)
      #expect(again.notes.isEmpty && again.transfers == 0)
    }
  }

  @Test(
    "Where a listing has no addresses, an upgrade asks the site, and fetches only what is larger",
    arguments: [
      (Rendition(label: "Original", url: "http://site/o#O", isOriginal: true), 1, true),
      (Rendition(label: "Large", url: "http://site/l#L", width: 4, height: 3), 0, false),
      (Rendition(label: "Medium", url: "http://site/m#M", width: 4, height: 3), 0, false),
      (Rendition(label: "Medium", url: "http://site/other#O", width: 4, height: 3), 1, true),
    ])
  func asked(offer: Rendition, transfers: Int, isNew: Bool) async throws {
    let medium = Rendition(label: "Medium", url: "http://site/m#M", width: 4, height: 3)
    var mirror = TestMirror()
    mirror.options = { $0.thumbnailEdge = nil }
    let photo = Photo(id: "1", owner: "o")
    let first = SizesSite(photo: photo, sizes: [medium])
    mirror.provider = first
    #expect(await mirror.run(photos: [], day: 0).transfers == 1)
    let plain = await mirror.run(photos: [], day: 1)
    #expect(plain.transfers == 0 && first.calls == 1)
    mirror.reply = { Array("jpeg, and longer, \($0)".utf8) }
    mirror.options = {
      $0.thumbnailEdge = nil
      $0.isUpgrade = true
    }
    let site = SizesSite(photo: photo, sizes: [offer])
    mirror.provider = site
    let run = await mirror.run(photos: [], day: 2)
    #expect(run.transfers == transfers && run.results["1"]?.failure == nil)
    #expect(site.calls == 1)
    #expect((mirror.content.files["o/1.jpg"] != Array("jpeg M".utf8)) == isNew)
    #expect(mirror.content.trash.count == (isNew ? 1 : 0))
  }
}
