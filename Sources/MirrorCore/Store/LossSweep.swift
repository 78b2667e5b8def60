/// Finds files that were removed from a mirror, of all photos of its source: those that its listing does
/// not show any more are found nowhere else.
struct LossSweep: Sendable {
  private static let batchSize = 500

  let destination: any PhotoDestination
  let catalog: any PhotoCatalog
  let companions: CompanionRepair
  let announcer: Announcer

  /// Records photos whose files are missing, so that they wait, and writes their thumbnails again.
  /// Takes some microseconds for each mirrored photo on a local disk.
  func run() async throws {
    var last: Int64 = 0
    var lostSidecars = 0
    while let records = try await batch(after: last), let end = records.last {
      last = end.id
      let mirrored = records.compactMap { record in record.storedFiles.map { (record, $0) } }
      let looks = await destination.look(for: mirrored.map(\.1))
      let gaps = zip(mirrored, looks).filter { !$1.isComplete }.map {
        CompanionRepair.Gap(record: $0.0, photo: nil, look: $1)
      }
      let lost = gaps.filter { !$0.look.isThere }.map(\.record.id)
      if !lost.isEmpty { try await catalog.noteLosses(lost) }
      let rest = gaps.filter(\.look.isThere)
      lostSidecars += rest.count { !$0.look.hasSidecar }
      try await companions.repair(rest)
    }
    if lostSidecars > 0 { report(lostSidecars) }
  }

  private func batch(after id: Int64) async throws -> [PhotoRecord]? {
    try Task.checkCancellation()
    let records = try await catalog.mirrored(after: id, limit: Self.batchSize)
    return records.isEmpty ? nil : records
  }

  /// A sidecar is written from the listing alone.
  private func report(_ sidecars: Int) {
    let what = sidecars == 1 ? "1 sidecar is" : "\(sidecars) sidecars are"
    announcer.announce(
      .noted(
        NoteFacts(
          "\(what) missing and cannot be made again: the listing does not show the photos any more",
          isDetail: false)))
  }
}
