import Catalog
import Foundation
import MirrorCore
import ProviderKit

/// A mirror's catalog during a dry run: as if a pass were recorded, without writing.
actor DryRunCatalog: GoneCatalog {
  private let catalog: RunCatalog
  private let source: SourceRecord
  private let provider: String
  private var pass = PassRecord(number: .max)
  /// The records of the photos that the pass lists.
  private var listed: Set<Int64> = []
  private let now = Int64(Date().timeIntervalSince1970)

  init(
    _ catalog: RunCatalog, source address: String, provider: String
  ) async throws(MirrorError) {
    source =
      try await catalog.query { catalog throws(CatalogError) in try catalog.source(address) }
      ?? SourceRecord(id: 0, address: address, run: 0)
    (self.catalog, self.provider) = (catalog, provider)
  }

  /// Counts a page.
  /// - Returns: The records of its photos that are known, by their ids.
  func list(
    _ photos: [Photo], refused: Int, doubt: PassDoubt?
  ) async throws(MirrorError) -> [String: PhotoRecord] {
    pass.listed += photos.count
    pass.refused += refused
    pass.doubt = pass.doubt ?? doubt
    let records = try await catalog.query { [provider, source] catalog throws(CatalogError) in
      let lookup = try PhotoLookup(catalog, provider: provider, source: source.address)
      var records: [String: PhotoRecord] = [:]
      for photo in photos { records[photo.id] = try lookup.match(photo).record }
      return records
    }
    listed.formUnion(records.values.map(\.id))
    return records
  }

  /// The listing was read to its end.
  func complete() { pass.outcome = .complete }

  func currentPass() -> PassRecord? { pass }

  func mirroredCount() async throws(MirrorError) -> Int {
    try await catalog.query { [source] catalog throws(CatalogError) in
      try catalog.mirroredCount(of: source.id)
    }
  }

  func firstJudgingPass(_ policy: GonePolicy) async throws(MirrorError) -> Int64? {
    try await catalog.query { [source, pass, now] catalog throws(CatalogError) in
      let passes = try catalog.judgingPasses(ofSource: source.id)
      return policy.firstPass(of: [(pass.number, now)] + passes, now: now)
    }
  }

  func unlisted(
    sincePass number: Int64, after: Int64, limit: Int
  ) async throws(MirrorError) -> [Int64] {
    try await catalog.query { [source, listed] catalog throws(CatalogError) in
      var last = after
      while true {
        let ids = try catalog.members(
          of: source, lastListedBefore: number, after: last, limit: limit)
        guard let end = ids.last else { return [] }
        let missing = ids.filter { !listed.contains($0) }
        if !missing.isEmpty { return missing }
        last = end
      }
    }
  }

  func listedElsewhere(
    _ ids: [Int64], _ policy: GonePolicy
  ) async throws(MirrorError) -> Set<Int64> {
    try await catalog.query { [source, now] catalog throws(CatalogError) in
      try catalog.listedElsewhere(ids, than: source, policy, now: now)
    }
  }

  func noteWithdrawal(_ isWithdrawn: Bool) async throws(MirrorError) -> Bool {
    try await catalog.query { [source] catalog throws(CatalogError) in
      try catalog.isWithdrawn(source) != isWithdrawn
    }
  }

  func photos(_ ids: [Int64]) async throws(MirrorError) -> [KnownPhoto] {
    try await catalog.photos(ids)
  }

  func photos(named name: String) async throws(MirrorError) -> [KnownPhoto] {
    try await catalog.photos(named: name)
  }

  func departed(
    in states: Set<Departure.State>, after: Int64, limit: Int
  ) async throws(MirrorError) -> [KnownPhoto] {
    try await catalog.departed(in: states, after: after, limit: limit)
  }

  func metadata(of id: Int64) async throws(MirrorError) -> Photo? {
    try await catalog.metadata(of: id)
  }

  func versions(of id: Int64) async throws(MirrorError) -> [String] {
    try await catalog.versions(of: id)
  }

  // A dry run writes nothing.
  func dropVersions(_ places: [String], of id: Int64) {}
  func noteFound(_ ids: [Int64]) {}
  func depart(_ departures: [Int64: Departure]) {}
  func comeBack(_ ids: [Int64], isMirrored: Bool) {}
}
