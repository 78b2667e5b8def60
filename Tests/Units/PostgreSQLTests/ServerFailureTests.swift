import Catalog
import Foundation
import MirrorCore
import PostgreSQL
import ProviderKit
import Testing

@Suite(
  "Failures of a catalog on PostgreSQL",
  .enabled(if: TestServer.isThere, "Tests/Programs/PostgreSQL/run starts one"))
struct ServerFailureTests {
  private let database: TestServer.Database
  private var place: CatalogLocation { get throws { .server(try database.server) } }

  init() throws { database = try TestServer.Database() }

  private func page(_ ids: [String]) -> PageAdmission {
    var page = PageAdmission()
    page.wanted = ids.enumerated().map {
      .init(photo: Photo(id: $1, owner: "ada"), site: "site", stem: "o/\($1)", index: $0)
    }
    return page
  }

  @Test("A connection that ends between two calls is made again, and nothing is lost")
  func disconnected() async throws {
    let catalog = try RunCatalog(at: place, source: "site:all", provider: "site")
    var ids: [Int64] = []
    for round in 0..<3 {
      try database.disconnect()
      ids += try await catalog.admit(page(["\(round)a", "\(round)b"])).map(\.id)
    }
    try database.disconnect()
    let known = try await catalog.photos(ids)
    #expect(known.map(\.record.photo) == ["0a", "0b", "1a", "1b", "2a", "2b"])
    await catalog.close()
  }

  @Test("A second writer is refused while the first one has the catalog, and a reader is not")
  func twoWriters() async throws {
    let first = try RunCatalog(at: place, source: "site:all", provider: "site")
    let error = #expect(throws: CatalogError.self) { _ = try Catalog(at: place) }
    #expect(error?.kind == .busy)
    #expect(try Catalog(reading: place).sources().map(\.address) == ["site:all"])
    await first.close()
    _ = try Catalog(at: place)
  }

  @Test("A catalog of a newer version is refused, and the error names both versions")
  func newer() throws {
    do { _ = try Catalog(at: place) }
    try ServerSession(database.server).execute(
      "UPDATE photomirror.version_of_catalog SET number = 99")
    for open in [{ _ = try Catalog(at: place) }, { _ = try Catalog(reading: place) }] {
      let error = #expect(throws: CatalogError.self) { try open() }
      #expect(error?.kind == .otherVersion)
      #expect(error?.message.contains("99") == true && error?.message.contains("up to 1") == true)
    }
  }

  @Test(
    "A database without a catalog is missing for a reader, and another program's schema is refused")
  func others() throws {
    #expect(throws: CatalogError.self) { _ = try Catalog(reading: place) }
    #expect(
      try database.read("SELECT count(*)::text FROM pg_namespace WHERE nspname = 'photomirror'")
        == ["0"])
    try ServerSession(database.server).execute(
      "CREATE SCHEMA photomirror; CREATE TABLE photomirror.x ()")
    let error = #expect(throws: CatalogError.self) { _ = try Catalog(at: place) }
    #expect(error?.kind == .foreign)
  }

  @Test("Programs that create the same catalog at once create one")
  func creation() async throws {
    let place = try place
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask { _ = try? Catalog(at: place) }
      }
    }
    #expect(try Catalog(at: place).sources().isEmpty)
  }

  @Test("The views are those of the file, and can be read")
  func views() async throws {
    let catalog = try RunCatalog(at: place, source: "site:all", provider: "site")
    _ = try await catalog.beginPass(isLimited: false)
    let record = try await catalog.admit(page(["1"]))[0]
    try await catalog.complete([
      MirroredPhoto(
        id: record.id, path: "o/1.jpg", format: "jpeg", width: 3, height: 2, byteCount: 10,
        sha256: String(repeating: "0a", count: 32), label: "Large", thumbnail: .png, storedAt: 7)
    ])
    let details = PhotoDetails(
      info: PhotoInfo(views: 3, mayDownload: true),
      people: [
        PersonInPhoto(id: "2", name: "Cy", box: PhotoBox(x: 1, y: 2, width: 3, height: 4, edge: 5))
      ])
    try await catalog.complete(
      DueDetails(id: record.id, path: "o/1.jpg", parts: [.info, .people], updatedAt: 7),
      with: details)
    await catalog.close()
    func first(_ columns: String, of view: String) throws -> [String] {
      try database.read("SELECT concat_ws(' ', \(columns)) FROM photomirror.\(view)")
    }
    #expect(
      try first("site, key, state, path, tags", of: "photos") == ["site 1 mirrored o/1.jpg []"])
    #expect(try first("role, path, proof", of: "files").count == 2)
    #expect(try first("views, may_download", of: "info") == ["3 1"])
    #expect(try first("account, name, x, edge", of: "people") == ["2 Cy 1 5"])
    let page = URL(filePath: #filePath).appending(
      path: "../../../../Sources/Adapters/Catalog/VIEWS.md")
    let text = try String(contentsOf: page.standardizedFileURL, encoding: .utf8)
    let documented = text.matches(of: /## `(\w+)`\n([^#]*)/).map { section in
      let columns = section.2.matches(of: /\n\| `(\w+)` \|/).map { String($0.1) }
      return "\(section.1): \(columns.joined(separator: " "))"
    }
    let found = try database.read(
      """
      SELECT table_name || ': ' || string_agg(column_name, ' ' ORDER BY ordinal_position)
      FROM information_schema.columns JOIN information_schema.views USING (table_schema, table_name)
      WHERE table_schema = 'photomirror' GROUP BY table_name
      """)
    #expect(documented.sorted() == found.sorted() && found.count >= 8)
    for view in documented.compactMap({ $0.split(separator: ":").first }) {
      _ = try first("1", of: String(view))
    }
  }
}
