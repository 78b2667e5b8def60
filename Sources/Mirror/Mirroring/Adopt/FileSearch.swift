import Digests
import Foundation
import LocalFiles
import MirrorCore
import ProviderKit
import SystemCalls
import Threads

/// The search for the files of a source's photos among the files of a place.
struct FileSearch {
  private var index: FileIndex
  private let files: MirrorFiles
  /// Thumbnails that the files have already, by the files' paths.
  private let thumbnails: [String: StoredThumbnail]
  private let provider: String
  private let adopter: Adopter
  private let disk: ThreadPool
  private let tell: @Sendable (FolderAdoption.Finding) -> Void
  private let judge: ListingJudge
  private(set) var totals = FolderAdoption.Totals()
  /// The files with a digest, by it; an algorithm is added when a listing first uses it.
  private var digests: [Rendition.Digest.Algorithm: [String: Int]] = [:]
  /// The site of the listing's photos; until one is read, the site that is asked.
  private var site: String?
  private var isListed = false
  private var refused: Set<String> = []
  /// The ids of the adopted photos.
  private var adopted: Set<String> = []

  private static let batch = 200

  init(
    index: FileIndex, files: MirrorFiles, thumbnails: [String: StoredThumbnail],
    provider: String, site: String?, adopter: Adopter, disk: ThreadPool,
    judge: ListingJudge, tell: @escaping @Sendable (FolderAdoption.Finding) -> Void
  ) {
    (self.index, self.files, self.thumbnails) = (index, files, thumbnails)
    (self.provider, self.site) = (provider, site)
    (self.adopter, self.disk, self.tell, self.judge) = (adopter, disk, tell, judge)
  }

  /// The ids of the photos whose files the mirror has.
  private func known(_ photos: [Photo]) async throws -> Set<String> {
    Set(try await judge.judge(photos).filter(\.judgement.isStored).map(\.photo.id))
  }

  /// Adopts the files of photos of the listing.
  mutating func adopt(listed photos: [Photo]) async throws {
    let known = try await known(photos)
    totals.listed += photos.count
    totals.known += known.count
    if !isListed, let first = photos.first { (site, isListed) = (first.site, true) }
    var offers: [(photo: Photo, files: [Int])] = []
    for photo in photos where !known.contains(photo.id) {
      var files = index.candidates(for: photo, provider: provider)
      if files.isEmpty { files = try await alike(photo) }
      if !files.isEmpty { offers.append((photo, files)) }
    }
    totals.adoptedOfListing += try await adopt(offers, areListed: true)
  }

  /// Adopts files with a note of this provider, whose photos the listing does not show.
  mutating func adoptNoted() async throws {
    var offers: [(photo: Photo, files: [Int])] = []
    var rest = index.rest[...]
    while let file = rest.popFirst() {
      let path = index.files[file].path
      if let note = index.files[file].note, note.provider == provider, !refused.contains(path),
        !adopted.contains(note.id)
      {
        let owner = path.pathParts.dropLast().last ?? ""
        offers.append((note.described(in: owner, site: site), [file]))
      }
      guard offers.count == Self.batch || rest.isEmpty else { continue }
      let known = try await known(offers.map(\.photo))
      _ = try await adopt(offers.filter { !known.contains($0.photo.id) }, areListed: false)
      offers = []
    }
  }

  mutating func tellExtra() {
    for file in index.rest where !refused.contains(index.files[file].path) {
      totals.extra += 1
      tell(.extra(path: index.files[file].path))
    }
  }

  private mutating func adopt(
    _ offers: [(photo: Photo, files: [Int])], areListed: Bool
  ) async throws -> Int {
    guard !offers.isEmpty else { return 0 }
    // A file that two photos claim is decided by the first.
    var claimed: Set<Int> = []
    let offers = offers.map { offer in
      (photo: offer.photo, files: offer.files.filter { claimed.insert($0).inserted })
    }
    let outcomes = try await adopter.adopt(
      offers.map { offer in
        let first = offer.files.first.map { index.files[$0] }
        return .init(
          photo: offer.photo, paths: offer.files.map { index.files[$0].path },
          stem: first.flatMap { $0.note?.photo == nil ? nil : FoundFiles.stem(of: $0.path) },
          thumbnail: offer.files.count == 1 ? first.flatMap { thumbnails[$0.path] } : nil,
          origin: first?.note?.origin ?? PictureOrigin(), isListed: areListed)
      })
    var count = 0
    for (offer, outcome) in zip(offers, outcomes) {
      for file in offer.files where index.files[file].path == outcome.path {
        index.take(file)
        adopted.insert(offer.photo.id)
        count += 1
        tell(.adopted(path: index.files[file].path, photo: offer.photo.id))
      }
      for (path, reason) in outcome.refused.sorted(by: { $0.key < $1.key })
      where refused.insert(path).inserted {
        totals.refused += 1
        tell(.refused(path: path, reason: reason))
      }
    }
    totals.adopted += count
    return count
  }

  /// A file with a digest that the listing states for the photo.
  private mutating func alike(_ photo: Photo) async throws -> [Int] {
    for digest in photo.renditions.flatMap(\.promised) {
      if digests[digest.algorithm] == nil {
        digests[digest.algorithm] = try await hashes(digest.algorithm)
      }
      if let file = digests[digest.algorithm]?[digest.hex.lowercased()] { return [file] }
    }
    return []
  }

  /// The files of a place that tells digests are not read.
  private func hashes(_ algorithm: Rendition.Digest.Algorithm) async throws -> [String: Int] {
    let traits = files.place.traits
    guard !traits.tellsDigests, let kind = DigestAlgorithm(rawValue: algorithm.rawValue) else {
      return [:]
    }
    let rest = index.rest
    let digests = try await rest.map { index.files[$0].path }.mapConcurrently(width: traits.width) {
      [files, disk] path -> String? in
      do {
        return try await files.withFile(at: path) { file in
          await disk.run { try? FileDigest.hex(kind, ofFileAt: file) }
        }
      } catch let error as StorageError where error.isOfEntry {
        return nil
      }
    }
    try Task.checkCancellation()
    let pairs = zip(digests, rest).compactMap { digest, file in digest.map { ($0, file) } }
    return Dictionary(pairs) { $1 }
  }
}

extension PhotoNote {
  /// The photo as the note describes it. A name in a sidecar is no owner's id, which the folder's name may be.
  fileprivate func described(in folder: String, site: String?) -> Photo {
    guard var photo else { return Photo(id: id, site: site, owner: folder, pageURL: page) }
    guard photo.site == nil else { return photo }
    photo.site = site
    if !folder.isEmpty { photo.owner = folder }
    return photo
  }
}
