import MirrorTesting
import ProviderKit
import Testing

@testable import MirrorCore

@Suite("A photo whose metadata changes at its site")
struct ChangedMetadataTests {
  @Test("A changed title rewrites the sidecar once; name, file and thumbnail stay")
  func changed() async throws {
    var mirror = TestMirror()
    await mirror.run(photos: [TestWalk.photo("1"), TestWalk.photo("2")])
    let before = mirror.content
    let listed = [TestWalk.photo("1", title: "New"), TestWalk.photo("2")]
    let run = await mirror.run(photos: listed, day: 1)
    #expect(run.results.values.allSatisfy { $0 == .known } && run.transfers == 0)
    #expect(run.notes.contains(.sidecarsRewritten(1)))
    let sidecar = String(decoding: mirror.content.sidecars["o/1.jpg"] ?? [], as: UTF8.self)
    #expect(sidecar.contains("New"))
    #expect(mirror.content.files == before.files && mirror.content.thumbnails == before.thumbnails)
    #expect(mirror.content.sidecars["o/2.jpg"] == before.sidecars["o/2.jpg"])
    let after = mirror.content
    let again = await mirror.run(photos: listed, day: 2)
    #expect(!again.notes.contains(.sidecarsRewritten(1)) && mirror.content == after)
  }

  @Test("A listing that changed nothing reads and writes no sidecar")
  func unchanged() async throws {
    var mirror = TestMirror()
    await mirror.run(photos: [TestWalk.photo("1", title: "Same")])
    // It could not be read without a note.
    mirror.content.sidecars["o/1.jpg"] = Array("!mine".utf8)
    let before = mirror.content
    let run = await mirror.run(photos: [TestWalk.photo("1", title: "Same")], day: 1)
    #expect(mirror.content == before && run.notes.isEmpty)
  }

  @Test("Two sources that describe a photo differently do not rewrite its sidecar in turns")
  func sources() async throws {
    var mirror = TestMirror()
    func rewritten(_ title: String, by source: String, day: Double) async -> Bool {
      let page = Page(photos: [TestWalk.photo("1", title: title)])
      let run = await mirror.run(["": page], day: day, source: "site:\(source)")
      return run.notes.contains(.sidecarsRewritten(1))
    }
    #expect(await !rewritten("One", by: "a", day: 0))
    for day in 1...4 {
      let source = day.isMultiple(of: 2) ? "a" : "b"
      #expect(await !rewritten(source == "a" ? "One" : "Other", by: source, day: Double(day)))
    }
    // What changes at the site is written, whichever source says so first.
    #expect(await rewritten("Other, later", by: "b", day: 5))
    #expect(await !rewritten("One", by: "a", day: 6))
    #expect(await rewritten("One, later", by: "a", day: 7))
    #expect(await !rewritten("Other, later", by: "b", day: 8))
    let sidecars = mirror.content.sidecars.values.map { String(decoding: $0, as: UTF8.self) }
    #expect(sidecars.count == 1 && sidecars[0].contains("One, later"))
  }

  @Test("The words of a feed of the newest give way to those of a whole listing, once")
  func window() async throws {
    var mirror = TestMirror()
    func rewritten(_ title: String, _ extent: Extent?, day: Double) async -> Bool {
      let page = Page(photos: [TestWalk.photo("1", title: title)], extent: extent)
      let source = extent == .window ? "site:feed" : "site:all"
      let run = await mirror.run(["": page], day: day, source: source)
      return run.notes.contains(.sidecarsRewritten(1))
    }
    #expect(await !rewritten("Short", .window, day: 0))
    #expect(await rewritten("Long", nil, day: 1))
    for day in [2.0, 4] {
      #expect(await !rewritten("Short", .window, day: day))
      #expect(await !rewritten("Long", nil, day: day + 1))
    }
    #expect(await rewritten("Short, later", .window, day: 6))
  }

  @Test("A sidecar that cannot be written is reported, and the photo stays")
  func unwritable() async throws {
    var mirror = TestMirror()
    await mirror.run(photos: [TestWalk.photo("1")])
    let before = mirror.content
    mirror.failing = { _ in StorageError(.directory("not writable"), isOfEntry: true) }
    let run = await mirror.run(photos: [TestWalk.photo("1", title: "New")], day: 1)
    #expect(run.error == nil && run.results["1"] == .known && mirror.content == before)
    #expect(run.notes.contains(.notRepaired("not writable")))
  }

  @Test("The mark of a replaced picture differs, whatever its shape")
  func mark() throws {
    func photo(_ version: String, width: Int, height: Int) -> Photo {
      let sizes = [("Square", 75, 75)] + (width > 75 ? [("Thumbnail", width, height)] : [])
      return Photo(
        id: "1", owner: "o",
        renditions: sizes.map {
          Rendition(label: $0.0, url: "http://a/\(version)_\($0.0)", width: $0.1, height: $0.2)
        } + [
          Rendition(
            label: "Original", url: "http://a/\(version)_o", width: width, height: height,
            isOriginal: true)
        ])
    }
    let square = try #require(photo("1", width: 100, height: 100).mark)
    let wide = try #require(photo("2", width: 100, height: 33).mark)
    #expect(Photo.isOther(wide, than: square))
    let tiny = try #require(photo("2", width: 42, height: 23).mark)
    #expect(Photo.isOther(tiny, than: square))
    #expect(!Photo.isOther(try #require(photo("1", width: 100, height: 33).mark), than: square))
  }
}
