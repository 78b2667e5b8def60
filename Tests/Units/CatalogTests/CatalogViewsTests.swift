import CSQLite
import Foundation
import MirrorCore
import ProviderKit
import TestSupport
import Testing

@testable import Catalog

/// The views as sqlite3(1) and Datasette read them: the file is opened with SQLite alone. VIEWS.md
/// documents the names, and other programs rely on them.
@Suite("The views of the catalog")
struct CatalogViewsTests {
  private let directory: TemporaryDirectory
  private let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.appending("catalog.sqlite")
    let catalog = try Catalog(path: path)
    let source = try catalog.beginRun(ofSource: "flickr:user/1")
    try catalog.noteChoices(.init(size: .edge(1600), thumbnailEdge: 256), ofSource: source.id)
    let pass = try catalog.beginPass(of: source, isLimited: false, at: 100)
    var page = PageAdmission()
    for (index, key) in ["71", "72", "73", "74"].enumerated() {
      let photo = Photo(
        id: key, owner: "1@N00", ownerName: "Ada", title: "A \"title\"", about: "Words",
        pageURL: "https://site/ada/\(key)/", takenAt: "1905-06", uploadedAt: 7,
        tags: ["a b", "c\"d"], license: License(name: "CC BY", url: "https://cc/by"), latitude: 1.5,
        longitude: -2.25)
      page.wanted.append(.init(photo: photo, site: "flickr.com", stem: "o/\(key)", index: index))
    }
    (page.refused, page.total) = (2, 9)
    let records = try catalog.admit(
      page, provider: "flickr", source: source, pass: pass.number, at: 101)
    try catalog.record([
      MirroredPhoto(
        id: records[0].id, path: "o/71.jpg", format: "jpeg", width: 3, height: 2, byteCount: 10,
        sha256: String(repeating: "0a", count: 32), label: "Large", address: "https://img/71.jpg",
        thumbnail: .png, storedAt: 102)
    ])
    try catalog.noteFailure(ofPhoto: records[1].id, reason: "timed out", isDeferred: false)
    for time in [1, 2] as [Int64] {
      _ = try catalog.noteRefusal(ofPhoto: records[2].id, reason: "status 404", at: time)
    }
    try catalog.endPass(
      pass.number, of: source, as: .cutShort, because: "interrupted", at: 103)
  }

  /// Each row as `column=value`, without those that are NULL.
  private func rows(_ sql: String) throws -> [[String]] {
    var handle: OpaquePointer?
    try #require(sqlite3_open_v2(path, &handle, SQLITE_OPEN_READONLY, nil) == SQLITE_OK)
    defer { sqlite3_close(handle) }
    var statement: OpaquePointer?
    try #require(sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK)
    defer { sqlite3_finalize(statement) }
    var rows: [[String]] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      rows.append(
        (0..<sqlite3_column_count(statement)).compactMap { column in
          guard let text = sqlite3_column_text(statement, column) else { return nil }
          let name = sqlite3_column_name(statement, column).map { String(cString: $0) } ?? ""
          return name + "=" + String(cString: text)
        })
    }
    return rows
  }

  @Test("A thumbnail has its format, and a photo that is its own is there twice")
  func thumbnails() throws {
    let catalog = try Catalog(path: path)
    let id = try #require(try catalog.mirrored(after: 0, limit: 1).first).id
    for (kind, path, format) in [
      (StoredThumbnail.png, ".photomirror/thumbnails/o/71.png", "png"),
      (.jpeg, ".photomirror/thumbnails/o/71.jpg", "jpeg"),
      (.webp, ".photomirror/thumbnails/o/71.webp", "webp"), (.picture, "o/71.jpg", "jpeg"),
    ] {
      try catalog.noteThumbnails([id: kind])
      #expect(
        try rows("SELECT path, format FROM files WHERE role = 'thumbnail'")
          == [["path=\(path)", "format=\(format)"]])
      let exported = try #require(try catalog.exported(after: 0, limit: 1).first)
      #expect(exported.photo.thumbnail == path)
      #expect(try catalog.captions(ofPhotos: [id])[id]?.thumbnail == path)
      #expect(
        try catalog.reported(.new, in: ReportedTime(sinceRun: 0), limit: 1).first?.thumbnail == path
      )
    }
    try catalog.noteThumbnails([id: .absent])
    #expect(try rows("SELECT path FROM files WHERE role = 'thumbnail'").isEmpty)
    #expect(try catalog.exported(after: 0, limit: 1).first?.photo.thumbnail == nil)
  }

  @Test("A photo's stamp is the same until what is known of the photo changes")
  func stamps() throws {
    let catalog = try Catalog(path: path)
    func stamp() throws -> [UInt64] {
      var members = UInt64(0)
      try catalog.forEachMembership { members &+= $1 &* UInt64(bitPattern: $0) }
      return try catalog.stamps(after: 0, limit: 10).map(\.hash.value) + [members]
    }
    try catalog.database.execute(
      "INSERT INTO album (id, site, key, title) SELECT 1, site, 'k', 't' FROM photo LIMIT 1")
    var last = try stamp()
    #expect(try stamp() == last && last.count == 2)
    for change in [
      "UPDATE metadata SET title = title || '!'", "UPDATE metadata SET latitude = 2.5",
      "UPDATE owner SET name = 'Other'", "UPDATE file SET has_thumbnail = 3 - has_thumbnail",
      "UPDATE file SET byte_count = byte_count + 1",
      "INSERT INTO album_member (album, photo, position) SELECT 1, id, 0 FROM photo",
      "UPDATE album SET title = title || '!'",
      "UPDATE album_member SET position = position + 100",
      "INSERT INTO comment (photo, key, author, text) SELECT id, 'x', 'bo', 'a' FROM photo",
      "UPDATE comment SET text = 'b' WHERE key = 'x'",
      "INSERT INTO detail (photo, part, content) SELECT id, 'notes', '[]' FROM photo",
    ] {
      try catalog.database.execute(change)
      let next = try stamp()
      #expect(next != last, "\(change)")
      #expect(try stamp() == next)
      last = next
    }
  }

  @Test("The catalog's views have exactly the documented columns")
  func columns() throws {
    let page = URL(filePath: #filePath).appending(
      path: "../../../../Sources/Adapters/Catalog/VIEWS.md")
    let text = try String(contentsOf: page.standardizedFileURL, encoding: .utf8)
    let documented = text.matches(of: /## `(\w+)`\n([^#]*)/).map { section in
      let columns = section.2.matches(of: /\n\| `(\w+)` \|/).map { String($0.1) }
      return "\(section.1): \(columns.joined(separator: " "))"
    }
    let found = try rows(
      """
      SELECT m.name AS view, (SELECT group_concat(name, ' ') FROM pragma_table_info(m.name)) AS columns
      FROM sqlite_schema AS m WHERE type = 'view'
      """
    ).map {
      $0.joined(separator: ": ").replacing("view=", with: "").replacing("columns=", with: "")
    }
    #expect(documented.sorted() == found.sorted() && found.count >= 8)
  }

  @Test("The view photos has the metadata of each photo, mirrored or not")
  func photos() throws {
    #expect(
      try rows("SELECT * FROM photos WHERE key = '71'") == [
        [
          "id=1", "site=flickr.com", "key=71", "state=mirrored", "path=o/71.jpg",
          "title=A \"title\"", "description=Words", #"tags=["a b","c\"d"]"#, "owner=1@N00",
          "owner_name=Ada", "taken=1905-06", "uploaded_at=7", "license=CC BY",
          "license_url=https://cc/by", "page_url=https://site/ada/71/", "latitude=1.5",
          "longitude=-2.25",
        ]
      ])
    #expect(
      try rows("SELECT state FROM photos ORDER BY key") == [
        ["state=mirrored"], ["state=failed"], ["state=unavailable"], ["state=waiting"],
      ])
    #expect(
      try rows("SELECT value FROM photos, json_each(tags) WHERE photos.key = '72'") == [
        ["value=a b"], ["value=c\"d"],
      ])
  }

  @Test("The view files has the images and thumbnails of mirrored photos")
  func files() throws {
    let digest = String(repeating: "0a", count: 32)
    #expect(
      try rows("SELECT * FROM files") == [
        [
          "photo=1", "role=picture", "path=o/71.jpg", "format=jpeg", "width=3", "height=2",
          "byte_count=10", "sha256=\(digest)", "proof=decoded", "label=Large",
          "address=https://img/71.jpg", "stored_at=102",
        ],
        [
          "photo=1", "role=thumbnail", "path=.photomirror/thumbnails/o/71.png", "format=png",
          "stored_at=102",
        ],
      ])
  }

  @Test("The views of sources and passes show each source, its passes and its photos")
  func sources() throws {
    #expect(
      try rows("SELECT * FROM sources") == [
        ["id=1", "address=flickr:user/1", "runs=1", "size_edge=1600", "thumbnail_edge=256"]
      ])
    #expect(
      try rows("SELECT * FROM passes") == [
        [
          "source=1", "address=flickr:user/1", "number=1", "is_limited=0", "is_resumed=0",
          "started_at=100", "ended_at=103", "outcome=cut short", "reason=interrupted", "pages=1",
          "listed=4", "total=9", "refused=2",
        ]
      ])
    #expect(
      try rows("SELECT * FROM source_photos WHERE photo = 2") == [
        ["source=1", "photo=2", "position=1", "first_pass=1", "last_pass=1"]
      ])
  }

  @Test("The view failures has the reason why each photo is not mirrored")
  func failures() throws {
    #expect(
      try rows("SELECT key, source, state, reason, refused_since FROM failures ORDER BY key") == [
        ["key=72", "source=flickr:user/1", "state=failed", "reason=timed out"],
        [
          "key=73", "source=flickr:user/1", "state=unavailable", "reason=status 404",
          "refused_since=1",
        ],
      ])
  }

  @Test("The view albums lists albums and their photos in order")
  func albums() throws {
    try Catalog(path: path).database.execute(
      """
      INSERT INTO album (site, key, owner, title, cover, position)
      SELECT site, '9', 1, 'Summer', 2, 0 FROM photo WHERE id = 1;
      INSERT INTO album_member (album, photo, position) VALUES (1, 2, 0), (1, 1, 1);
      """)
    #expect(
      try rows("SELECT * FROM albums") == [
        [
          "id=1", "site=flickr.com", "key=9", "owner=1@N00", "title=Summer", "cover=2",
          "position=0",
        ]
      ])
    #expect(
      try rows("SELECT photo FROM album_photos ORDER BY position") == [["photo=2"], ["photo=1"]])
  }
}
