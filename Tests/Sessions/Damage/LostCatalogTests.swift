import Foundation
import Glibc
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

  @Test(
    "An emptied or cut catalog is lost for each command, as a missing one is; recover replaces it",
    arguments: [0, 60, 9000])
  func emptied(bytes: Int) async throws {
    let session = try await Session("--photos", "6")
    let sync = "sync --progress none --size Square flickr:recent photos"
    #expect(try await session.run(sync).exitCode == 0)
    let forgotten = try #require(session.mirror().photos.first)
    #expect(try await session.run("forget photos \(forgotten)").exitCode == 0)
    #expect(truncate(session.mirror().catalog, off_t(bytes)) == 0)
    let before = session.mirror().contents()
    let commands: [(String, Int32)] = [
      (sync, 6), (sync + " --dry-run", 6), ("status photos", 4),
      ("verify photos", 4), ("repair photos", 4), ("adopt flickr:recent photos", 4),
    ]
    for (command, status) in commands {
      let run = try await session.run(command)
      #expect(run.exitCode == status, "\(command): \(run.errors)")
      #expect(
        run.errors.contains("catalog.sqlite is empty or cut off"), "\(command): \(run.errors)")
      #expect(run.errors.contains("photomirror recover"), "\(command)")
    }
    #expect(session.mirror().contents() == before)

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
    for (index, option) in ["--accept-losses", "--accept-losses", "--accept-losses", ""]
      .enumerated()
    {
      if index < 2 {
        #expect(truncate(session.mirror().catalog, off_t(index * 5000)) == 0)
      } else {
        try FileManager.default.removeItem(atPath: session.mirror().catalog)
      }
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
