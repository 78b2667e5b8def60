import MirrorCore
import ProviderKit

/// Checks a catalog against the rules that the walk relies on.
///
/// An adapter's own test is a few lines:
/// ```swift
/// @Test("keeps the port's contract", arguments: CatalogConformance.checks)
/// func contract(_ check: CatalogConformance.Check) async throws {
///   let store = Locked(MemoryStore())
///   let findings = try await check.findings { .init(MemoryCatalog(store, source: $0, now: $1)) }
///   #expect(findings == [])
/// }
/// ```
package enum CatalogConformance {
  /// A catalog during one run of a source.
  package struct Run: Sendable {
    package let catalog: any TaskCatalog
    /// Ends the run; the next one finds its records.
    let close: @Sendable () async -> Void

    package init(
      _ catalog: any TaskCatalog, close: @escaping @Sendable () async -> Void = {}
    ) {
      self.catalog = catalog
      self.close = close
    }
  }

  /// One rule of the port.
  package struct Check: Sendable, CustomStringConvertible {
    package let promise: String
    let body: @Sendable (isolated Bench) async throws -> Void

    package var description: String { promise }

    /// The violations of the rule; empty if there are none.
    /// - Parameter open: begins a run of a source in the same catalog, which is empty at first; `now` is its
    ///   time, in seconds since 1970.
    package func findings(
      _ open: @escaping @Sendable (_ source: String, _ now: Int64) async throws -> Run
    ) async throws -> [String] {
      let bench = Bench(open)
      try await body(bench)
      await bench.close()
      return await bench.findings
    }
  }

  /// Every check, each for a catalog of its own.
  package static let checks = names + records + passes + albums + departures + details
}

/// The state of a check.
package actor Bench {
  private let open: @Sendable (String, Int64) async throws -> CatalogConformance.Run
  private var runs: [CatalogConformance.Run] = []
  private(set) var findings: [String] = []

  init(_ open: @escaping @Sendable (String, Int64) async throws -> CatalogConformance.Run) {
    self.open = open
  }

  /// Ends the current run, and starts another.
  /// - Parameter day: The time of the run, in days.
  func run(
    _ source: String = "site:all", onDay day: Double = 0
  ) async throws -> any TaskCatalog {
    await close()
    let run = try await open(source, 1_700_000_000 + Int64(day * 86_400))
    runs = [run]
    return run.catalog
  }

  func close() async {
    for run in runs { await run.close() }
    runs = []
  }

  func expect(_ isTrue: Bool, _ promise: String) {
    if !isTrue { findings.append(promise) }
  }

  /// Admits photos as wanted, each under a name derived from its id.
  @discardableResult
  func admit(_ ids: [String], to catalog: any PhotoCatalog) async throws -> [PhotoRecord] {
    var page = PageAdmission()
    for (index, id) in ids.enumerated() {
      page.wanted.append(.init(photo: photo(id), site: "site", stem: "o/\(id)", index: index))
    }
    return try await catalog.admit(page)
  }

  /// Admits photos as listed and known.
  func list(_ records: [PhotoRecord], in catalog: any PhotoCatalog) async throws {
    var page = PageAdmission()
    page.known = records.enumerated().map {
      .init(id: $1.id, photo: photo($1.photo), index: $0)
    }
    _ = try await catalog.admit(page)
  }

  func photo(_ id: String, title: String = "A title") -> Photo {
    Photo(
      id: id, owner: "ada", ownerName: "Ada", title: title, about: "Words, <b>some</b>",
      pageURL: "https://site/ada/\(id)/", takenAt: "2024-05-01 10:00:00", uploadedAt: 1_700_000_000,
      tags: ["a b", "c\"d", "日本"], license: License(name: "CC BY", url: "https://cc/by"),
      latitude: 1.5, longitude: -2.25,
      renditions: [Rendition(label: "Large", url: "https://img/\(id).jpg")])
  }

  func file(of record: PhotoRecord) -> MirroredPhoto {
    MirroredPhoto(
      id: record.id, path: record.stem + ".jpg", format: "jpeg", width: 3, height: 2, byteCount: 10,
      sha256: String(repeating: "0a", count: 32), label: "Large",
      address: "https://img/\(record.photo).jpg", thumbnail: .png, storedAt: 1_700_000_000)
  }

  func record(_ id: String, in catalog: any PhotoCatalog) async throws -> PhotoRecord? {
    try await catalog.match([photo(id)])[id]?.record
  }
}
