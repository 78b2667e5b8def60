import Foundation
import TestSupport
import Testing

@Suite("A lost catalog")
struct LostCatalogTests {
  @Test("A run into a mirror whose catalog is lost changes nothing while there are snapshots")
  func run() async throws {
    let session = try await Session("--photos", "6")
    let sync = "sync --progress none --size Square flickr:recent photos"
    #expect(try await session.run(sync).exitCode == 0)
    let forgotten = try #require(session.mirror().photos.first)
    #expect(try await session.run("forget photos \(forgotten)").exitCode == 0)
    try FileManager.default.removeItem(atPath: session.mirror().catalog)
    let before = session.mirror().contents()

    let refused = try await session.run(sync)
    #expect(refused.exitCode == 6)
    #expect(refused.errors.contains("the catalog of the mirror in photos is missing"))
    #expect(refused.errors.contains("photomirror recover"))
    #expect(session.mirror().contents() == before)
    #expect(!FileManager.default.fileExists(atPath: session.mirror().catalog))

    #expect(try await session.run("recover photos").exitCode == 0)
    #expect(try await session.run(sync).exitCode == 0)
    #expect(!session.mirror().photos.contains(forgotten))
  }

  @Test("With --accept-losses, or without snapshots, a run begins a new catalog of the files")
  func accepted() async throws {
    let session = try await Session("--photos", "6")
    let sync = "sync --progress none --size Square flickr:recent photos"
    #expect(try await session.run(sync).exitCode == 0)
    let photos = session.mirror().photos
    for option in ["--accept-losses", ""] {
      try FileManager.default.removeItem(atPath: session.mirror().catalog)
      if option.isEmpty {
        try FileManager.default.removeItem(
          atPath: session.folder.appending("photos/.photomirror/snapshots"))
      }
      try await session.server.resetStats()
      let run = try await session.run("\(sync) \(option)")
      #expect(run.exitCode == 0, "\(run.errors)")
      #expect(try await session.server.stats().imageRequests == 0)
      #expect(session.mirror().photos == photos)
    }
  }
}
