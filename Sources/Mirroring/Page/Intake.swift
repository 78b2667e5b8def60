import Catalog
import Foundation
import Glibc
import Operations
import ProviderKit

/// The page stage: notes a page's photos in the catalog, sorts out what is mirrored already, and
/// gives the rest to be mirrored.
struct Intake: Sendable {
  let directory: MirrorDirectory
  let keeper: CatalogKeeper
  let companions: Companions
  let disk: ThreadPool
  let announcer: Announcer

  func admit(_ page: ListedPage) async throws -> [PhotoJob] {
    switch page.content {
    case .listing(let photos): try await admit(photos)
    case .waiting(let records): records.compactMap(job)
    }
  }

  private func admit(_ photos: [Photo]) async throws -> [PhotoJob] {
    let known = try await keeper.known(photos.map(\.id))
    let looks = await disk.run { known.mapValues(directory.look) }
    var gaps: [Companions.Gap] = []
    var wanted: [Photo] = []
    var lost: [Int64] = []
    var left: [Int64] = []
    for photo in photos {
      guard let record = known[photo.id] else {
        wanted.append(photo)
        continue
      }
      if let refusal = leftRefusal(of: record, listedAs: photo) {
        left.append(record.id)
        let facts = UnavailableFacts(refusal, wasAsked: false)
        announcer.announce(.ended(PhotoFacts(photo), .unavailable(facts)))
      } else if let look = looks[photo.id] ?? nil, look.isThere {
        if !look.isWhole { gaps.append(Companions.Gap(record: record, photo: photo, look: look)) }
        announcer.announce(.ended(PhotoFacts(photo), .known))
      } else {
        if record.isMirrored { lost.append(record.id) }
        wanted.append(photo)
      }
    }
    try await companions.fill(gaps)
    guard !wanted.isEmpty || !left.isEmpty else { return [] }
    let new = try wanted.map(NewPhoto.init)
    let records = try await keeper.admit(new, lost: lost, left: left)
    let byID = Dictionary(records.map { ($0.photo, $0) }, uniquingKeysWith: { $1 })
    return try wanted.map { photo in
      guard let record = byID[photo.id] else {
        throw MirrorError.directory("the catalog has no row for the photo \(photo.id)")
      }
      return PhotoJob(photo: photo, id: record.id, stem: record.stem, isSecondTry: false)
    }
  }

  /// Why an unavailable photo is left alone in this run: it is not due yet, its listing shows the same
  /// addresses as before, and did so in the run before.
  private func leftRefusal(of record: PhotoRecord, listedAs photo: Photo) -> Refusal? {
    guard !record.isMirrored, let refusal = record.refusal, let retryAt = refusal.retryAt,
      retryAt > Int64(time(nil)), record.photo().map({ $0.places == photo.places }) ?? false
    else { return nil }
    let isBack = record.source == keeper.source.id && record.run < keeper.source.run - 1
    return isBack ? nil : refusal
  }

  /// A photo that waits, from its row. A listing that this version cannot read is met again in the
  /// site's, which brings it up to date.
  private func job(_ record: PhotoRecord) -> PhotoJob? {
    guard let photo = record.photo() ?? (record.listing == nil ? record.bare() : nil) else {
      return nil
    }
    return PhotoJob(
      photo: photo, id: record.id, stem: record.stem, isSecondTry: true,
      isUnlisted: record.listing == nil, isAddressRefused: record.refusal != nil)
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

extension PhotoRecord {
  /// The photo as its listing told of it; nil once it is mirrored, and where that cannot be read.
  func photo() -> Photo? {
    listing.flatMap { try? JSONDecoder().decode(Photo.self, from: Data($0.utf8)) }
  }
}

extension PhotoRecord {
  /// The photo as far as the catalog alone tells of it: where its file came from. Its owner's name is
  /// that of its folder.
  fileprivate func bare() -> Photo {
    Photo(
      id: photo, owner: stem.split(separator: "/").first.map(String.init) ?? "",
      renditions: address.map { [Rendition(label: label, url: $0)] } ?? [])
  }
}

extension Photo {
  /// The addresses of its files without their queries, in which sites put what passes: signatures, times.
  fileprivate var places: Set<Substring> { Set(renditions.map(\.place)) }
}

extension Rendition {
  /// The address without query and fragment.
  var place: Substring { url.prefix { $0 != "?" && $0 != "#" } }
}

extension PhotoFacts {
  init(_ photo: Photo) { self.init(id: photo.id, owner: photo.owner, title: photo.title) }
}

extension UnavailableFacts {
  init(_ refusal: Refusal, wasAsked: Bool) {
    self.init(reason: refusal.reason, since: refusal.since, wasAsked: wasAsked)
  }
}
