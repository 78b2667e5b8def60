import Catalog
import Locking
import MirrorTesting
import TestSupport
import Testing

extension RunCatalog: TaskCatalog {}

@Suite("Conformance to the catalog port")
struct CatalogConformanceTests {
  @Test("The SQLite catalog passes the conformance tests", arguments: CatalogConformance.checks)
  func sqlite(_ check: CatalogConformance.Check) async throws {
    let folder = try TemporaryDirectory()
    let findings = try await check.findings { source, now in
      let catalog = try RunCatalog(
        at: .file(folder.appending("catalog.sqlite")), source: source, provider: "site",
        clock: { now })
      return .init(catalog) { await catalog.close() }
    }
    #expect(findings == [])
  }

  @Test("The in-memory catalog passes the conformance tests", arguments: CatalogConformance.checks)
  func memory(_ check: CatalogConformance.Check) async throws {
    let store = Locked(MemoryStore())
    #expect(try await check.findings { .init(MemoryCatalog(store, source: $0, now: $1)) } == [])
  }
}
