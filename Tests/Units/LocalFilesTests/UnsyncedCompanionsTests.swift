import Foundation
import MirrorCore
import TestSupport
import Testing
import Threads

@testable import LocalFiles

@Suite("Thumbnails and sidecars that were not synced")
struct UnsyncedCompanionsTests {
  private let folder: TemporaryDirectory
  private let directory: MirrorDirectory
  private let sidecars = SidecarChoice()
  private let photo = StoredFiles(path: "a/photo.jpg", stem: "a/photo", thumbnail: .png)
  private let thumbnail = [UInt8]("\u{0}PNG".utf8) + [UInt8](repeating: 7, count: 2000)
  private let xmp = [UInt8]("<x:xmpmeta>…</x:xmpmeta>\n".utf8)

  init() throws {
    folder = try TemporaryDirectory()
    directory = MirrorDirectory(folder.appending("mirror"))
    _ = try directory.prepare()
  }

  private var whole: [UInt8] {
    [0x89] + thumbnail + [0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]
  }

  private func place(_ unsynced: UnsyncedCompanions) async throws {
    let pool = ThreadPool(name: "disk", width: 1)
    let destination = MirrorFiles(
      in: DirectoryPlace(directory, pool: pool, unsynced: unsynced), extensions: ["jpg"])
    let part = directory.parts + "/1.part"
    try Data([1, 2, 3]).write(to: URL(filePath: part))
    let placed = await destination.place([
      Placement(
        path: photo.path, picture: .part(part),
        companions: [.thumbnail(whole, stem: photo.stem, .png), .sidecar(xmp, .xmp)])
    ])
    #expect(try placed.map { try $0.get().count } == [0])
    await pool.shutdown()
  }

  private var look: FileLook { directory.look(for: photo, sidecars: sidecars) }

  @Test(
    "The mirror says before the first of them that they may be incomplete, until everything is synced"
  )
  func note() async throws {
    let unsynced = UnsyncedCompanions(directory, syncedFirst: 0)
    #expect(unsynced.since == nil)
    try await place(unsynced)
    #expect(unsynced.since != nil)
    unsynced.sync()
    #expect(unsynced.since == nil)
    #expect(look.isComplete)
  }

  @Test("The first of a run are synced, and nothing says that they may be incomplete")
  func first() async throws {
    let unsynced = UnsyncedCompanions(directory, syncedFirst: 3)
    try await place(unsynced)
    #expect(unsynced.since == nil)
    #expect(try [unsynced.leavesNext(), unsynced.leavesNext()] == [false, true])
    #expect(unsynced.since != nil)
  }

  @Test("What a power cut left incomplete is removed, and what is whole stays")
  func discard() async throws {
    try await place(UnsyncedCompanions(directory, syncedFirst: 0))
    let after = UnsyncedCompanions(directory, syncedFirst: 0)
    let since = try #require(after.since)
    after.discardIncomplete([photo], of: sidecars, since: since)
    #expect(look.isComplete)
    let sidecar = directory.file(sidecars.path(of: photo.path, as: .xmp))
    try Data(xmp.prefix(9)).write(to: URL(filePath: sidecar))
    try Data().write(to: URL(filePath: directory.thumbnail(ofStem: photo.stem, .png)))
    after.discardIncomplete([photo], of: sidecars, since: since)
    #expect((look.isThere, look.hasSidecar, look.hasThumbnail) == (true, false, false))
  }

  @Test("A note that is a link is replaced, not followed")
  func link() async throws {
    let target = folder.appending("target")
    try FileManager.default.createSymbolicLink(
      atPath: directory.state + "/unsynced", withDestinationPath: target)
    try await place(UnsyncedCompanions(directory, syncedFirst: 0))
    #expect(!FileManager.default.fileExists(atPath: target))
    #expect(DurableFile.isOwn(directory.state + "/unsynced"))
  }

  @Test("A new sidecar replaces what a power cut left of an earlier one, and no other")
  func incompleteSidecar() async throws {
    let sidecar = directory.file(sidecars.path(of: photo.path, as: .xmp))
    try FileManager.default.createDirectory(
      atPath: directory.file("a"), withIntermediateDirectories: true)
    #expect(try UnsyncedCompanions(directory, syncedFirst: 0).leavesNext())
    let own = [UInt8]("<mine/>".utf8)
    for (before, after) in [(Array(xmp.prefix(5)), xmp), (own, own)] {
      try Data(before).write(to: URL(filePath: sidecar))
      try await place(UnsyncedCompanions(directory, syncedFirst: 0))
      #expect(FileManager.default.contents(atPath: sidecar) == Data(after))
      try FileManager.default.removeItem(atPath: directory.file(photo.path))
    }
  }

  @Test(
    "A text that was cut is incomplete, also behind a tag or a bracket",
    arguments: [
      "<?xpacket begin=\"\u{FEFF}\" id=\"W5M0\"?>\n<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\n<rdf:RDF>\n"
        + "<dc:rights>\n<rdf:Alt>a</rdf:Alt></dc:rights>\n</rdf:RDF>\n</x:xmpmeta>\n<?xpacket end=\"w\"?>\n",
      "<?xml version=\"1.0\"?>\n<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF></rdf:RDF></x:xmpmeta>\n",
      "{\"a\": {\"b\": [1, \"}]\\\"{\"]}, \"c\": {}}\n", "\u{FEFF}\n [{}, {\"a\": []}]\n",
    ])
  func cut(text: String) {
    let bytes = Array(text.utf8)
    #expect(WrittenFile.isWhole(bytes) && WrittenFile.isWhole(Array(bytes.dropLast())))
    // Behind the declaration nothing says yet that this is XMP.
    for count in (text.hasPrefix("<?xml") ? 60 : 0)..<bytes.count - 1 {
      #expect(!WrittenFile.isWhole(Array(bytes.prefix(count))), "\(count)")
    }
  }

  @Test("A file is incomplete if it is empty, lacks its end, or a sector of it was never written")
  func completeness() {
    #expect(WrittenFile.isWhole(whole) && WrittenFile.isWhole(xmp))
    #expect(WrittenFile.isWhole(Array("{\"a\": 1}".utf8)))
    #expect(!WrittenFile.isWhole([]))
    #expect(!WrittenFile.isWhole(Array(whole.dropLast())))
    #expect(!WrittenFile.isWhole(Array(xmp.dropLast(2))))
    for sector in stride(from: 0, to: whole.count, by: 512) {
      var torn = whole
      for index in sector..<min(sector + 512, torn.count) { torn[index] = 0 }
      #expect(!WrittenFile.isWhole(torn))
    }
    let jpeg: [UInt8] = [0xFF, 0xD8, 1, 2, 0xFF, 0xD9]
    #expect(WrittenFile.isWhole(jpeg) && !WrittenFile.isWhole(Array(jpeg.dropLast())))
    let webp: [UInt8] = [0x52, 0x49, 0x46, 0x46, 6, 0, 0, 0, 0x57, 0x45, 0x42, 0x50, 1, 2]
    #expect(WrittenFile.isWhole(webp) && !WrittenFile.isWhole(Array(webp.dropLast())))
  }
}
