import Foundation
import ProviderKit

/// The admit stage: records a page's photos in the catalog, determines which are mirrored, adopts files that
/// are stored without a record, and passes the other photos on.
struct AdmitStage: Sendable {
  let destination: any PhotoDestination
  let catalog: any PhotoCatalog
  let companions: CompanionRepair
  let adoption: Adoption
  let announcer: Announcer

  func admit(_ page: ListedPage) async throws -> [PhotoJob] {
    switch page.content {
    case .listing(let photos, let refused, let total):
      try await adoption.adopt(try await admit(photos, refused: refused, total: total))
    case .waiting(let records):
      try await adoption.adopt(records.compactMap { PhotoJob($0, isSecondTry: true) })
    }
  }

  private func admit(_ photos: [Photo], refused: Int, total: Int?) async throws -> [PhotoJob] {
    let matches = try await catalog.match(photos)
    let looks = await destination.look(for: matches.compactMapValues(\.record))
    var page = SortedPage(source: catalog.source, refused: refused, total: total)
    for (index, photo) in photos.enumerated() {
      guard let match = matches[photo.id] else { continue }
      let result = page.sort(photo, at: index, match, looks[photo.id])
      if let result { announcer.announce(.ended(PhotoFacts(photo), result)) }
    }
    try await companions.repair(page.gaps)
    let records = try await catalog.admit(page.admission)
    return page.jobs
      + zip(page.admission.wanted, records).map { wanted, record in
        PhotoJob(photo: wanted.photo, id: record.id, stem: record.stem, isSecondTry: false)
      }
  }
}

extension PhotoDestination {
  /// Which files of the mirrored photos among `records` exist, by the keys of `records`.
  fileprivate func look(for records: [String: PhotoRecord]) async -> [String: FileLook] {
    let files = records.compactMap { id, record in record.storedFiles.map { (id, $0) } }
    let looks = await look(for: files.map(\.1))
    return Dictionary(zip(files.map(\.0), looks)) { $1 }
  }
}
