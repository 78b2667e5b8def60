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
}
