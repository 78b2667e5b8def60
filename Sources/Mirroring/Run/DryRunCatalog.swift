import Catalog
import Foundation
import LocalFiles
import MirrorCore
import ProviderKit
import Threads

/// A mirror's catalog during a dry run: as if a pass were recorded, without writing. Runs on a thread of its own,
/// because SQLite blocks.
actor DryRunCatalog: GoneCatalog {
  private let catalog: Catalog
  private let source: SourceRecord
  private let provider: String
  private nonisolated let thread: SerialThread
  private var pass = PassRecord(number: .max)
  /// The records of the photos that the pass lists.
  private var listed: Set<Int64> = []
  private let now = Int64(Date().timeIntervalSince1970)

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  /// Nil if there is no mirror. Blocks.
  init?(_ directory: MirrorDirectory, source address: String, provider: String) throws(MirrorError)
  {
    guard let catalog = try Catalog(existingIn: directory) else { return nil }
    do {
      source =
        try catalog.source(address) ?? SourceRecord(id: 0, address: address, run: 0)
    } catch {
      throw MirrorError(error)
    }
    (self.catalog, self.provider) = (catalog, provider)
    thread = SerialThread(name: "catalog")
  }

  /// Counts a page.
  /// - Returns: The records of its photos that are known, by their ids.
  func list(_ photos: [Photo], refused: Int, doubt: PassDoubt?) throws -> [String: PhotoRecord] {
    pass.listed += photos.count
    pass.refused += refused
    pass.doubt = pass.doubt ?? doubt
    let lookup = try PhotoLookup(catalog, provider: provider, source: source.address)
    var records: [String: PhotoRecord] = [:]
    for photo in photos { records[photo.id] = try lookup.match(photo).record }
    listed.formUnion(records.values.map(\.id))
    return records
  }

  /// The listing was read to its end.
  func complete() { pass.outcome = .complete }

  nonisolated func close() async { await thread.shutdown() }

  func currentPass() -> PassRecord? { pass }

  func mirroredCount() throws(MirrorError) -> Int {
    try reporting { () throws(CatalogError) in try catalog.mirroredCount(of: source.id) }
  }

  func firstJudgingPass(_ policy: GonePolicy) throws(MirrorError) -> Int64? {
    try reporting { () throws(CatalogError) in
      let passes = try catalog.judgingPasses(ofSource: source.id)
      return policy.firstPass(of: [(pass.number, now)] + passes, now: now)
    }
  }

  func unlisted(
    sincePass number: Int64, after: Int64, limit: Int
  ) throws(MirrorError) -> [Int64] {
    try reporting { () throws(CatalogError) in
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

  func listedElsewhere(_ ids: [Int64], _ policy: GonePolicy) throws(MirrorError) -> Set<Int64> {
    try reporting { () throws(CatalogError) in
      try catalog.listedElsewhere(ids, than: source, policy, now: now)
    }
  }

  func noteWithdrawal(_ isWithdrawn: Bool) throws(MirrorError) -> Bool {
    try reporting { () throws(CatalogError) in
      try catalog.isWithdrawn(source) != isWithdrawn
    }
  }

  func photos(_ ids: [Int64]) throws(MirrorError) -> [KnownPhoto] {
    try reporting { () throws(CatalogError) in try catalog.photos(ids) }
  }

  func photos(named name: String) throws(MirrorError) -> [KnownPhoto] {
    try reporting { () throws(CatalogError) in try catalog.photos(named: name) }
  }

  func departed(
    in states: Set<Departure.State>, after: Int64, limit: Int
  ) throws(MirrorError) -> [KnownPhoto] {
    try reporting { () throws(CatalogError) in
      try catalog.departed(in: states, after: after, limit: limit)
    }
  }

  func metadata(of id: Int64) throws(MirrorError) -> Photo? {
    try reporting { () throws(CatalogError) in try catalog.metadata(ofPhoto: id) }
  }

  func versions(of id: Int64) throws(MirrorError) -> [String] {
    try reporting { () throws(CatalogError) in try catalog.versions(ofPhoto: id) }
  }

  // A dry run writes nothing.
  func dropVersions(_ places: [String], of id: Int64) {}
  func noteFound(_ ids: [Int64]) {}
  func depart(_ departures: [Int64: Departure]) {}
  func comeBack(_ ids: [Int64], isMirrored: Bool) {}

  private func reporting<Result>(
    _ body: () throws(CatalogError) -> Result
  ) throws(MirrorError) -> Result {
    do { return try body() } catch { throw MirrorError(error) }
  }
}
