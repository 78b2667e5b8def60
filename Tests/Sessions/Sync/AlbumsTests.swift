import Foundation
import TestSupport
import Testing

@Suite("Albums in a mirror's directory", .serialized)
struct AlbumsTests {
  private let sync =
    "sync --progress lines --size 320 --albums links flickr:albums/harbourlight photos"

  /// The ids of the photos of each album, in the order of the names of their links.
  private func albums(_ session: Session) throws -> [String: [String]] {
    let files = FileManager.default
    let root = session.mirror().path + "/albums"
    var albums: [String: [String]] = [:]
    for album in try files.contentsOfDirectory(atPath: root) {
      let links = try files.contentsOfDirectory(atPath: root + "/" + album).sorted()
      albums[album] = try links.map { link in
        let path = root + "/\(album)/\(link)"
        let target = try files.destinationOfSymbolicLink(atPath: path)
        #expect(!target.hasPrefix("/") && files.fileExists(atPath: path), "\(path) → \(target)")
        return String(try #require(target.firstMatch(of: /_(\d+)\.\w+$/)).1)
      }
    }
    return albums
  }

  /// The photos' own files.
  private func photos(_ session: Session) -> [String: Data] {
    session.mirror().contents().filter { !$0.key.hasPrefix("albums/") }
  }

  @Test("The links of albums have their order, follow a new one, and cost no transfer")
  func order() async throws {
    let session = try await Session("--photos", "250", "--pictures", "4")
    try await session.run(sync).expect(exits: 0, errors: "…")
    let first = try albums(session)
    #expect(first.count == 2 && first.values.allSatisfy { $0.count > 1 })
    for (name, ids) in first {
      let key = try #require(name.split(separator: "_").last)
      let rows = try catalogRows(
        session.mirror().catalog,
        """
        SELECT photos.key FROM album_photos JOIN photos ON photos.id = photo
          JOIN albums ON albums.id = album
        WHERE albums.key = '\(key)' ORDER BY album_photos.position
        """)
      #expect(rows == ids)
    }
    let before = photos(session)
    try await session.server.resetStats()
    try await session.server.reverseAlbums()
    let run = try await session.run(sync)
    #expect(run.exitCode == 0 && run.errors.contains("2 of 2 albums changed"), "\(run.errors)")
    #expect(try albums(session) == first.mapValues { $0.reversed() })
    let states = try FileStates(session.mirror().path)
    let again = try await session.run(sync)
    #expect(again.exitCode == 0 && !again.errors.contains("albums changed"), "\(again.errors)")
    #expect(try FileStates(session.mirror().path).differences(from: states) == [])
    #expect(photos(session) == before)
    #expect(try await session.server.stats().imageRequests == 0)
  }
}
