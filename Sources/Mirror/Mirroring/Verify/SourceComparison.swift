import Catalog
import MirrorCore
import ProviderKit

/// Compares a mirror with its source's listing, without writing and without fetching a photo.
public struct SourceComparison: Sendable {
  /// The result for a photo. Paths are relative to the mirror.
  public enum Finding: Sendable, Hashable {
    case same(path: String)
    /// Listed and neither mirrored nor forgotten, or its file is missing.
    case missing(photo: PhotoFacts, reason: String)
    /// The listing gives it another address than that of the mirrored file.
    case changed(path: String)
    /// Mirrored from this source, and not listed any more.
    case extra(path: String)
  }

  /// The counts of a comparison.
  public struct Totals: Sendable, Hashable {
    /// Photos of the listing.
    public internal(set) var listed = 0
    /// Listed photos that are mirrored as the listing shows them.
    public internal(set) var same = 0
    /// Listed photos that are not mirrored, or whose files are missing. Forgotten photos are not counted.
    public internal(set) var missing = 0
    /// Listed photos whose address is not that of the mirrored file.
    public internal(set) var changed = 0
    /// Photos that are mirrored from this source, and not listed any more.
    public internal(set) var extra = 0
    /// Invalid entries of the listing: photos that may be among the extra ones.
    public internal(set) var refused = 0
  }

  private static let batchSize = 500

  private let configuration: MirrorConfiguration
  private let delegate: (any MirrorDelegate)?

  /// - Parameter delegate: Receives notes and retries of the listing, and no other events.
  public init(_ configuration: MirrorConfiguration, delegate: (any MirrorDelegate)? = nil) {
    (self.configuration, self.delegate) = (configuration, delegate)
  }

  /// - Throws: ``MirrorError`` if there is no mirror or the source fails; `CancellationError`.
  public func run(_ tell: @escaping @Sendable (Finding) -> Void) async throws -> Totals {
    try await configuration.mirror.open(.reading) { open in
      try await open.withStore(writes: false, network: StoreNetwork(configuration.options)) {
        let judge = try await ListingJudge(configuration, open.catalog, in: $0.files)
        var totals = Totals()
        var seen: Set<Int64> = []
        try await PhotoListing(configuration, delegate: delegate).read { part in
          totals.listed += part.photos.count
          totals.refused += part.refused.count
          for photo in try await judge.judge(part.photos) {
            if let record = photo.record { seen.insert(record.id) }
            guard let finding = Finding(photo) else { continue }
            totals.count(finding)
            tell(finding)
          }
        }
        try await findExtra(seen, &totals, in: open, tell)
        return totals
      }
    }
  }

  /// Photos of the source that its listing does not show.
  private func findExtra(
    _ seen: Set<Int64>, _ totals: inout Totals, in open: OpenMirror, _ tell: (Finding) -> Void
  ) async throws {
    let batches = Batches(after: Int64(0), by: \PhotoRecord.id) {
      [source = configuration.source] last in
      try await open.perform {
        guard let record = try $0.source(source) else { return [] }
        return try $0.mirrored(in: record, after: last, limit: Self.batchSize)
      }
    }
    for try await records in batches {
      for record in records where !seen.contains(record.id) {
        let finding = Finding.extra(path: record.path ?? "")
        totals.count(finding)
        tell(finding)
      }
    }
  }
}

extension SourceComparison.Totals {
  /// Whether a photo is missing, changed or extra.
  public var hasDifferences: Bool { missing + changed + extra > 0 }

  mutating func count(_ finding: SourceComparison.Finding) {
    switch finding {
    case .same: same += 1
    case .missing: missing += 1
    case .changed: changed += 1
    case .extra: extra += 1
    }
  }
}

extension SourceComparison.Finding {
  /// Nil for a photo that the user let go.
  fileprivate init?(_ judged: JudgedPhoto) {
    let (facts, path) = (PhotoFacts(judged.photo), judged.record?.path ?? "")
    switch judged.judgement {
    case .known, .larger, .underway: self = .same(path: path)
    case .replaced: self = .changed(path: path)
    case .forgotten, .leftOut: return nil
    case .restored: self = .missing(photo: facts, reason: "it is in the trash")
    case .new: self = .missing(photo: facts, reason: "not mirrored")
    case .wanted, .wantedElsewhere, .unavailable:
      let isLost = judged.record?.isMirrored ?? false
      let reason = judged.record?.refusal?.reason ?? "not mirrored yet"
      self = .missing(photo: facts, reason: isLost ? "its file \(path) is missing" : reason)
    }
  }
}
