import PostgreSQL
import Testing

@Suite(
  "A connection to PostgreSQL",
  .enabled(if: TestServer.isThere, "Tests/Programs/PostgreSQL/run starts one"))
struct ServerSessionTests {
  private let session: ServerSession

  init() throws { session = try TestServer.session() }

  private func rows(_ sql: String, _ values: SQLValue...) throws -> [String] {
    var rows: [String] = []
    try session.read(sql, each: [values]) { _, row in
      if row.isRow { rows.append(row.text(0) ?? "NULL") }
    }
    return rows
  }

  @Test("Values come back as they were sent; NUL, which PostgreSQL does not store, is replaced")
  func values() throws {
    var found = 0
    let values: [SQLValue] = [
      .integer(.min), .real(-0.1), .text("a'\"\\ü日"), .blob([0, 255, 10]), .integer(nil), .text(""),
      .integer(-7), .integer(-7),
    ]
    try session.read(
      """
      SELECT ?1::bigint, ?2::float8, ?3::text, ?4::bytea, ?5::bigint, ?6::text, ?7::int, ?8::smallint,
        ?8 < 0
      """, each: [values]
    ) { _, row in
      guard row.isRow else { return }
      found += 1
      #expect(row.integer(0) == .min && row.real(1) == -0.1 && row.text(2) == "a'\"\\ü日")
      #expect(row.blob(3) == [0, 255, 10] && row.isNull(4) && row.integer(4) == 0)
      #expect(row.text(5)?.isEmpty == true && row.integer(6) == -7 && row.integer(7) == -7)
      #expect(row.integer(8) == 1)
    }
    #expect(found == 1)
    #expect(try rows("SELECT ?", .text("a\0b")) == ["a\u{FFFD}b"])
  }

  @Test("More statements than the pipeline holds are answered in order")
  func long() throws {
    var sums: [Int64] = []
    try session.read("SELECT ?::bigint * 2", each: (0..<5000).map { [SQLValue($0)] }) {
      place, row in
      guard row.isRow else { return }
      #expect(place == sums.count)
      sums.append(row.integer(0))
    }
    #expect(sums == (0..<5000).map { Int64($0 * 2) })
  }

  @Test("An error of a statement that nobody waited for is thrown by the next one, once")
  func deferred() throws {
    try session.send("SELECT 1 / ?::bigint", [.integer(0)])
    try session.send("SELECT 2", [])
    let error = #expect(throws: ServerError.self) { try rows("SELECT 'x'") }
    #expect(error?.state == "22012" && error?.kind == .statement)
    #expect(error?.message.contains("SELECT 1 / ?") == true)
    #expect(try rows("SELECT 'x'") == ["x"])
  }

  @Test("The kinds of errors are those of the states of PostgreSQL")
  func kinds() throws {
    for (state, kind) in [
      ("40001", ServerError.Kind.conflict), ("40P01", .conflict), ("57P01", .connection),
      ("53100", .resources), ("55P03", .locked), ("42501", .access), ("P0001", .statement),
    ] {
      let error = #expect(throws: ServerError.self) {
        try session.execute("DO $$ BEGIN RAISE EXCEPTION 'why' USING ERRCODE = '\(state)'; END $$")
      }
      #expect(error?.kind == kind && error?.message.contains("why") == true)
    }
  }

  @Test("A connection that the server ends is an error of the connection")
  func ended() throws {
    let database = try TestServer.Database()
    let other = try ServerSession(database.server)
    try database.disconnect()
    let error = #expect(throws: ServerError.self) { try other.execute("SELECT 1") }
    #expect(error?.kind == .connection)
  }

  @Test("A database that does not exist, and one with another encoding, are refused by name")
  func refused() throws {
    let missing = try TestServer.Database().address.replacing("test_", with: "none_")
    let error = #expect(throws: ServerError.self) { try ServerSession(ServerAddress(missing)) }
    #expect(error?.kind == .access && error?.message.contains("does not exist") == true)
  }
}
