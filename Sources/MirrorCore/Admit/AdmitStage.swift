import Foundation
import ProviderKit

/// The admit stage: records a page's photos in the catalog, determines which are mirrored, adopts files that
/// are stored without a record, and passes the other photos on.
struct AdmitStage: Sendable {
  let destination: any PhotoDestination
  let catalog: any PhotoCatalog
  let companions: CompanionRepair
  let adoption: Adoption
  let trash: Trash
  let details: DetailStage
  let filter: PhotoFilter
  let names: NameTemplate
  let announcer: Announcer

  func admit(_ page: ListedPage) async throws -> [PhotoJob] {
    switch page.content {
    case .listing(let photos, let refused, let total):
      return try await adoption.adopt(
        try await admit(photos, refused: refused, total: total, in: page.album))
    case .waiting(let records):
      let wanted = filter.isEmpty ? records : try await filtered(records)
      var jobs: [PhotoJob] = []
      for record in wanted {
        let metadata = record.listing == nil ? try await catalog.metadata(of: record.id) : nil
        let isLost = adoption.failures.hasLostAddress(record.id)
        jobs +=
          [PhotoJob(record, metadata: metadata, isSecondTry: true, isAddressLost: isLost)]
          .compactMap(\.self)
      }
      return try await adoption.adopt(jobs)
    }
  }

  private func admit(
    _ photos: [Photo], refused: Int, total: Int?, in album: ListedAlbum?
  ) async throws -> [PhotoJob] {
    var matches = try await catalog.match(album?.photos ?? photos)
    let broughtBack = try await bringBack(matches.values.compactMap(\.record))
    if !broughtBack.isEmpty { matches = try await catalog.match(album?.photos ?? photos) }
    let looks = await destination.look(for: matches.compactMapValues(\.record))
    if looks.values.contains(where: \.isThere) { adoption.failures.notePresence() }
    var page = SortedPage(
      source: catalog.source, refused: refused, total: total, names: names,
      broughtBack: broughtBack)
    for (index, photo) in photos.enumerated() {
      guard let match = matches[photo.id] else { continue }
      let result = page.sort(
        photo, at: index, match, looks[photo.id], leftOut: filter.exclusion(of: photo))
      if let result { announcer.announce(.ended(PhotoFacts(photo), result)) }
    }
    if let album { page.note(album, matches) }
    try await companions.repair(page.gaps)
    if !page.admission.lost.isEmpty {
      announcer.announce(.noted(.filesLost(page.admission.lost.count)))
    }
    let records = try await catalog.admit(page.admission)
    var ids = matches.compactMapValues { $0.record?.id }
    for (wanted, record) in zip(page.admission.wanted, records) { ids[wanted.photo.id] = record.id }
    try await details.note(photos.compactMap { photo in ids[photo.id].map { (photo, $0) } })
    return page.jobs
      + zip(page.admission.wanted, records).map { wanted, record in
        PhotoJob(photo: wanted.photo, id: record.id, stem: record.stem, isSecondTry: false)
      }
  }

  /// Brings back the photos in the trash that are listed again, if their files are whole.
  /// - Returns: The paths of those, by their records' ids.
  private func bringBack(_ records: [PhotoRecord]) async throws -> [Int64: String] {
    let ids = records.filter { $0.departure?.isInTrash ?? false }.map(\.id)
    guard !ids.isEmpty else { return [:] }
    let photos = try await catalog.photos(ids)
    let back = try await trash.bringBack(photos)
    return Dictionary(
      photos.filter { back.contains($0.record.id) }.map { ($0.record.id, $0.file?.path ?? "") }
    ) { $1 }
  }
}

extension Departure {
  /// Whether a photo that is listed again can be brought back.
  fileprivate var isInTrash: Bool { state == .trashed && !isForgotten }
}

extension AdmitStage {
  /// Without the photos that the run's filter leaves out, as far as the catalog can tell.
  private func filtered(_ records: [PhotoRecord]) async throws -> [PhotoRecord] {
    var wanted: [PhotoRecord] = []
    for record in records {
      var photo = record.listing?.photo()
      if photo == nil { photo = try await catalog.metadata(of: record.id) }
      if photo.flatMap(filter.exclusion) == nil { wanted.append(record) }
    }
    return wanted
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
