import Catalog
import Operations

/// Looks for files that were removed from a mirror, of all photos that its source has brought: those
/// that its listing shows no more are met nowhere else.
struct LossSweep: Sendable {
  private static let partSize = 500

  let directory: MirrorDirectory
  let keeper: CatalogKeeper
  let companions: Companions
  let disk: ThreadPool
  let announcer: Announcer

  /// Notes photos whose files are gone, so that they are waited for, and makes their thumbnails again.
  /// Takes some microseconds for each mirrored photo on a local disk.
  func run() async throws {
    var last: Int64 = 0
    var lostSidecars = 0
    while let records = try await part(after: last), let end = records.last {
      last = end.id
      let looks = await disk.run { records.map(directory.look) }
      let gaps = zip(records, looks).compactMap { record, look in
        look.map { Companions.Gap(record: record, photo: nil, look: $0) }
      }.filter { !$0.look.isWhole }
      try await keeper.noteLosses(gaps.filter { !$0.look.isThere }.map(\.record.id))
      let rest = gaps.filter(\.look.isThere)
      lostSidecars += rest.count { !$0.look.hasSidecar }
      try await companions.fill(rest)
    }
    if lostSidecars > 0 { tell(lostSidecars) }
  }

  private func part(after id: Int64) async throws -> [PhotoRecord]? {
    try Task.checkCancellation()
    let records = try await keeper.mirrored(after: id, limit: Self.partSize)
    return records.isEmpty ? nil : records
  }

  /// What a sidecar says is known from the listing alone.
  private func tell(_ sidecars: Int) {
    let what = sidecars == 1 ? "1 sidecar is" : "\(sidecars) sidecars are"
    announcer.announce(
      .noted(
        NoteFacts(
          "\(what) missing and cannot be made again: the listing does not show the photos any more",
          isDetail: false)))
  }
}
