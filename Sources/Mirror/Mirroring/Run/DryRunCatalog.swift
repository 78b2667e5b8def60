import Catalog
import MirrorCore

/// A mirror's catalog during a dry run: as if a pass were recorded, without writing.
actor DryRunCatalog: GoneCatalog {
  private let catalog: CatalogThread
  private let source: SourceRecord
  private var pass = PassRecord(number: .max)
  /// The records of the photos that the pass lists.
  private var listed: Set<Int64> = []
  private let now = Catalog.now()

  init(_ catalog: CatalogThread, _ source: SourceRecord) {
    (self.catalog, self.source) = (catalog, source)
  }

  /// Counts a page.
  func note(_ page: Listing.Element, _ photos: [JudgedPhoto]) {
    pass.listed += page.photos.count
    pass.refused += page.refused.count + page.conflicts.count
    pass.doubt = pass.doubt ?? page.doubt
    listed.formUnion(photos.compactMap(\.record?.id))
  }

  /// The pass ended.
  /// - Parameter isEarly: Whether the rest of the listing was not read.
  func complete(isEarly: Bool) {
    if isEarly { pass.doubt = pass.doubt ?? .newest }
    pass.outcome = .complete
  }

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

  /// A dry run writes nothing.
  func noteFound(_ ids: [Int64]) {}
}
