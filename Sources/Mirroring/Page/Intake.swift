import Catalog
import Foundation
import ProviderKit

/// The page stage: notes a page's photos in the catalog, sorts out what is mirrored already, and
/// gives the rest to be mirrored.
struct Intake: Sendable {
  let directory: MirrorDirectory
  let keeper: CatalogKeeper
  let announcer: Announcer

  func admit(_ page: ListedPage) async throws -> [PhotoJob] {
    switch page.content {
    case .listing(let photos): try await admit(photos)
    case .waiting(let records): records.compactMap(job)
    }
  }

  private func admit(_ photos: [Photo]) async throws -> [PhotoJob] {
    let known = try await keeper.known(photos.map(\.id))
    var wanted: [Photo] = []
    var lost: [Int64] = []
    for photo in photos {
      guard let record = known[photo.id], record.isMirrored else {
        wanted.append(photo)
        continue
      }
      if directory.isThere(record) {
        announcer.announce(.ended(PhotoFacts(photo), .known))
      } else {
        lost.append(record.id)
        wanted.append(photo)
      }
    }
    guard !wanted.isEmpty else { return [] }
    let new = try wanted.map(NewPhoto.init)
    let records = try await keeper.admit(new, lost: lost)
    let byID = Dictionary(records.map { ($0.photo, $0) }, uniquingKeysWith: { $1 })
    return try wanted.map { photo in
      guard let record = byID[photo.id] else {
        throw MirrorError.directory("the catalog has no row for the photo \(photo.id)")
      }
      return PhotoJob(photo: photo, id: record.id, stem: record.stem, isSecondTry: false)
    }
  }

  /// A photo that waits, from its row. A row that this version cannot read is met again in the
  /// listing, which brings it up to date.
  private func job(_ record: PhotoRecord) -> PhotoJob? {
    guard let listing = record.listing,
      let photo = try? JSONDecoder().decode(Photo.self, from: Data(listing.utf8))
    else { return nil }
    return PhotoJob(photo: photo, id: record.id, stem: record.stem, isSecondTry: true)
  }
}

extension NewPhoto {
  fileprivate init(_ photo: Photo) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    self.init(
      photo: photo.id, stem: FileStem(of: photo).path,
      listing: String(decoding: try encoder.encode(photo), as: UTF8.self))
  }
}

extension PhotoFacts {
  init(_ photo: Photo) { self.init(id: photo.id, owner: photo.owner, title: photo.title) }
}
