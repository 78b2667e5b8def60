import Foundation
import TestSupport
import Testing

@Suite("Bad input: the catalog", .serialized)
struct CatalogTests {
  /// A field of a database's header (https://sqlite.org/fileformat.html, section 1.3).
  private enum Header {
    static let userVersion = 60..<64
  }

  /// A session with a mirror of three photos, whose catalog the test changes.
  private func mirrored(
    changing catalog: (inout Data) -> Void
  ) async throws -> (session: Session, catalog: Data) {
    let session = try await Session("--photos", "3")
    try await session.run("sync --progress none flickr:recent photos").expect(exits: 0)
    let path = session.mirror().catalog
    var bytes = try #require(FileManager.default.contents(atPath: path))
    catalog(&bytes)
    try bytes.write(to: URL(filePath: path))
    try await session.server.resetStats()
    return (session, bytes)
  }

  /// Both a sync and a status refuse the catalog, and nothing is lost.
  private func expectRefusal(
    _ session: Session, _ catalog: Data, _ message: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let contents = session.mirror().contents()
    for command in ["sync flickr:recent photos", "status photos"] {
      try await session.run(command).expect(
        exits: 4, errors: message, sourceLocation: sourceLocation)
    }
    #expect(session.mirror().contents() == contents && contents.count == 3)
    #expect(FileManager.default.contents(atPath: session.mirror().catalog) == catalog)
    #expect(try await session.server.stats().calls.isEmpty)
  }

  @Test("A catalog of a newer version is refused")
  func newer() async throws {
    let (session, catalog) = try await mirrored {
      $0.replaceSubrange(Header.userVersion, with: [0, 0, 0, 99])
    }
    try await expectRefusal(
      session, catalog,
      """
      photomirror: error: the catalog photos/.photomirror/catalog.sqlite has version 99; …
      hint: use the photomirror version that wrote it, or a newer one
      """)
  }

  @Test(
    "A damaged catalog is refused; once moved away, the files are adopted",
    arguments: ["pages"])
  func damaged(kind: String) async throws {
    let (session, catalog) = try await mirrored { bytes in
      switch kind {
      case "no database": bytes = Data("catalog".utf8) + bytes
      case "cut": bytes = bytes.prefix(bytes.count / 2)
      default:
        bytes.replaceSubrange(
          100..<bytes.count, with: Data(repeating: 0xA5, count: bytes.count - 100))
      }
    }
    try await expectRefusal(
      session, catalog,
      """
      photomirror: error: the catalog photos/.photomirror/catalog.sqlite is damaged: …
      hint: run 'photomirror recover DIRECTORY': it takes the newest good snapshot, and no file is fetched again
      """)
    let path = session.mirror().catalog
    try FileManager.default.moveItem(atPath: path, toPath: path + ".old")
    let contents = session.mirror().contents()
    let run = try await session.run("sync --accept-losses flickr:recent photos")
    run.expect(
      exits: 0,
      errors: """
        mirroring flickr:recent into photos
        adopted   …
        adopted   …
        adopted   …
        mirrored 0 photos, adopted 3  (… in …, …B/s)
        """)
    #expect(session.mirror().contents() == contents && session.mirror().flaws() == [])
    #expect(try await session.server.stats().imageRequests == 0)
    #expect(try await session.status().sources.first?.mirrored == 3)
  }
}
