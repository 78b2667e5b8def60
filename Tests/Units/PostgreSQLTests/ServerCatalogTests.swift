import Catalog
import MirrorCore
import MirrorTesting
import PostgreSQL
import Testing

extension RunCatalog: TaskCatalog {}

@Suite(
  "The catalog on PostgreSQL",
  .enabled(if: TestServer.isThere, "Tests/Programs/PostgreSQL/run starts one"))
struct ServerCatalogTests {
  @Test(
    "The catalog on PostgreSQL passes the conformance tests", arguments: CatalogConformance.checks)
  func conformance(_ check: CatalogConformance.Check) async throws {
    let database = try TestServer.Database()
    let findings = try await check.findings { source, now in
      let catalog = try RunCatalog(
        at: .server(database.server), source: source, provider: "site", clock: { now })
      return .init(catalog) { await catalog.close() }
    }
    #expect(findings == [])
    #expect(try database.wrongCounts() == [])
  }
}
