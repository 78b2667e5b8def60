import MirrorCore
import TestSupport
import Testing

@testable import Catalog

/// A catalog that an earlier version wrote: made by that version's migrations.
@Suite("Migration of the photos of an earlier catalog")
struct PhotoMigrationTests {
  private let directory: TemporaryDirectory
  private let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.appending("catalog.sqlite")
    let old = try SQLiteDatabase(path: path, isReadOnly: false)
    for migration in Schema.migrations[..<4] { try old.execute(migration) }
    try old.execute(
      """
      PRAGMA application_id = \(Schema.applicationID);
      PRAGMA user_version = 4;
      INSERT INTO source (address, run, is_underway, cursor, choices) VALUES
        ('flickr:recent', 3, 1, '7', '--size largest --thumbnail 256'),
        ('flickr:user/1', 1, 0, NULL, '--size largest --thumbnail 0'), ('a:b', 1, 0, NULL, NULL);
      INSERT INTO photo (provider, photo, source, stem, stem_key, is_mirrored, path, format, width,
          height, byte_count, sha256, label, stored_at) VALUES
        ('flickr', '1', 1, 'o/1', 'o/1', 1, 'o/1.jpg', 'jpeg', 3, 2, 10, 'aa', 'Original', 5),
        ('flickr', '2', 1, 'o/2', 'o/2', 1, 'o/2.svg', 'svg', 0, 0, 10, 'bb', 'Original', 5),
        ('flickr', '3', 2, 'o/3', 'o/3', 1, 'o/3.jpg', 'jpeg', 3, 2, 10, 'cc', 'Original', 5),
        ('a', '1', 3, 'o/4', 'o/4', 1, 'o/4.jpg', 'jpeg', 3, 2, 10, 'dd', '', 5);
      INSERT INTO photo (provider, photo, source, stem, stem_key, listing, run, failure) VALUES
        ('flickr', '5', 1, 'o/5', 'o/5', '{"id":"5"}', 3, 'status 404'),
        ('flickr', '6', 1, 'o/6', 'o/6', '{"id":"6"}', 3, NULL);
      """)
  }

  @Test("A catalog of an earlier version is refused for reading until a sync has migrated it")
  func outdated() throws {
    let error = try #require(throws: CatalogError.self) { _ = try Catalog(readingFrom: path) }
    #expect(error.kind == .outdated)
  }

  @Test("A migrated catalog keeps the metadata of its sources and photos")
  func kept() throws {
    let catalog = try Catalog(path: path)
    let source = try #require(try catalog.source("flickr:recent"))
    #expect(source.isUnderway && source.cursor == "7" && source.run == 3)
    let counts = try catalog.counts()
    #expect(counts.map(\.mirrored) == [1, 2, 1] && counts.map(\.failed) == [0, 1, 0])
    #expect(counts.map(\.waiting) == [0, 1, 0] && counts.map(\.unavailable) == [0, 0, 0])
    let mirrored = try catalog.mirrored(after: 0, limit: 9)
    #expect(mirrored.map(\.path) == ["o/1.jpg", "o/2.svg", "o/3.jpg", "o/4.jpg"])
    #expect(mirrored.map(\.sha256) == ["aa", "bb", "cc", "dd"])
    #expect(
      try catalog.sources().map(\.choices) == [
        nil, SourceChoices(size: .largest, thumbnailEdge: 256),
        SourceChoices(size: .largest, thumbnailEdge: nil),
      ])
    #expect(mirrored.allSatisfy { $0.address == nil })
    #expect(try catalog.record("5", site: "flickr")?.listing?.json == "{\"id\":\"5\"}")
    #expect(try catalog.record("1", site: "a")?.stem == "o/4")
  }

  @Test("A migrated catalog has thumbnails of decoded photos whose last source requested them")
  func thumbnails() throws {
    let mirrored = try Catalog(path: path).mirrored(after: 0, limit: 9)
    #expect(mirrored.map(\.thumbnail) == [.png, .absent, .absent, .png])
  }
}
