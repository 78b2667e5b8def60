import MirrorCore
import PostgreSQL
import TestSupport
import Testing

@testable import Catalog

@Suite(
  "The copy of a catalog to PostgreSQL and back",
  .enabled(if: TestServer.isThere, "Tests/Programs/PostgreSQL/run starts one"))
struct ServerCopyTests {
  @Test("A catalog is the same after a copy to a server and back, and new rows get free numbers")
  func roundTrip() throws {
    let folder = try TemporaryDirectory()
    let database = try TestServer.Database()
    let original = try Catalog(at: .file(folder.appending("original.sqlite")))
    for table in try CopiedTable.all() { try table.insert(table.samples(1500), into: original) }
    try original.database.execute(
      "UPDATE metadata SET place = NULL, latitude = NULL, license = NULL WHERE photo % 3 = 0")
    _ = try CatalogCopy(original, to: Catalog(copying: .server(database.server)), origin: "a")
      .run { _ in }
    let back = CatalogLocation.file(folder.appending("back.sqlite"))
    do {
      let server = try Catalog(at: .server(database.server))
      _ = try CatalogCopy(server, to: Catalog(copying: back), origin: "b").run { _ in }
      try server.database.run("INSERT INTO term (text) VALUES ('new')")
    }
    #expect(try database.read("SELECT max(id)::text FROM photomirror.term") == ["1501"])
    let copy = try Catalog(at: back)
    for table in try CopiedTable.all() {
      let rows = try table.rows(of: original, after: nil, limit: 10_000)
      // The server made its queue of these.
      let expected = table.name == "kept_job" ? [] : rows
      #expect(try rows.count == 1500 && table.rows(of: copy, after: nil, limit: 10_000) == expected)
    }
    let waiting = try original.database.rows(
      "SELECT count(*) FROM kept_job JOIN photo ON photo.id = photo WHERE is_mirrored = 0"
    ) { "\($0.integer(0))" }
    #expect(try database.read("SELECT count(*)::text FROM photomirror.job") == waiting)
  }
}

extension ServerCopyTests {
  @Test("The file of a server's catalog has the rows of one moment, while another process writes")
  func file() throws {
    let folder = try TemporaryDirectory()
    let database = try TestServer.Database()
    let path = folder.appending("copy.sqlite")
    let server = try Catalog(at: .server(database.server))
    for table in try CopiedTable.all() { try table.insert(table.samples(1200), into: server) }
    try server.database.execute("BEGIN; DELETE FROM album_member; DELETE FROM comment")
    try Catalog(reading: .server(database.server)).writeCopy(to: path)
    try server.database.execute("COMMIT")
    let copy = try Catalog(at: .file(path))
    for table in try CopiedTable.all() {
      #expect(try table.count(in: copy) == 1200, "\(table.name)")
      let rows = try table.rows(of: server, after: nil, limit: 2000)
      #expect(try rows.isEmpty || table.rows(of: copy, after: nil, limit: 2000) == rows)
    }
  }
}

extension CopiedTable {
  fileprivate func samples(_ count: Int) -> [Row] {
    (1...count).map { number in
      columns.indices.map { column in
        switch columns[column].kind {
        case .integer where key.contains(column): .integer(Int64(number))
        // The narrowest column of the server's tables has 16 bits.
        case .integer: .integer(Int64(number % 2))
        case .real: .real(1 / Double(number))
        case .text: .text("'ä\\\n😀\(number)")
        case .blob: .blob([UInt8(number & 255), 0, 255])
        }
      }
    }
  }
}
