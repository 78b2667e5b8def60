import Foundation
import ProviderKit

/// The admit stage: records a page's photos in the catalog, finds out which are mirrored, takes over
/// files that are stored without a record, and gives the other photos to be mirrored.
struct AdmitStage: Sendable {
  let destination: any PhotoDestination
  let catalog: any PhotoCatalog
  let companions: CompanionRepair
  let adoption: Adoption
  let announcer: Announcer

  func admit(_ page: ListedPage) async throws -> [PhotoJob] {
    switch page.content {
    case .listing(let photos): try await adoption.adopt(try await admit(photos))
    case .waiting(let records):
      try await adoption.adopt(records.compactMap { PhotoJob($0, isSecondTry: true) })
    }
  }

  private func admit(_ photos: [Photo]) async throws -> [PhotoJob] {
    let matches = try await catalog.match(photos)
    let looks = await destination.look(for: matches.compactMapValues(\.record))
    var page = SortedPage(source: catalog.source)
    for photo in photos {
      guard let match = matches[photo.id] else { continue }
      let result = page.sort(photo, match, looks[photo.id])
      if let result { announcer.announce(.ended(PhotoFacts(photo), result)) }
    }
    try await companions.repair(page.gaps)
    guard !page.admission.isEmpty else { return page.jobs }
    let records = try await catalog.admit(page.admission)
    return page.jobs
      + zip(page.admission.wanted, records).map { wanted, record in
        PhotoJob(photo: wanted.photo, id: record.id, stem: record.stem, isSecondTry: false)
      }
  }
}

extension PhotoDestination {
  /// By the keys of `records`, of those that are mirrored.
  fileprivate func look(for records: [String: PhotoRecord]) async -> [String: FileLook] {
    let files = records.compactMap { id, record in record.storedFiles.map { (id, $0) } }
    let looks = await look(for: files.map(\.1))
    return Dictionary(zip(files.map(\.0), looks)) { $1 }
  }
}
