import Foundation
import ProviderKit

/// Records files of a directory as the files of photos, where they stand. Moves and replaces nothing.
package struct Adopter: Sendable {
  /// A photo, and the files that may be its own, the most likely first.
  package struct Offer: Sendable {
    /// The photo as its listing, or a note beside the file, describes it.
    package let photo: Photo
    /// Relative to the mirror.
    package let paths: [String]
    /// The path of the name of a new photo, without extension; nil for the usual one.
    package let stem: String?
    /// The thumbnail that it has already; nil if none is known.
    package let thumbnail: StoredThumbnail?
    /// What the sidecar of the first file says of its file.
    package let origin: PictureOrigin
    /// Whether a listing shows the photo, and not a sidecar alone.
    package let isListed: Bool

    package init(
      photo: Photo, paths: [String], stem: String? = nil, thumbnail: StoredThumbnail? = nil,
      origin: PictureOrigin = PictureOrigin(), isListed: Bool = true
    ) {
      (self.photo, self.paths, self.stem, self.thumbnail) = (photo, paths, stem, thumbnail)
      (self.origin, self.isListed) = (origin, isListed)
    }
  }

  /// The result of an offer.
  package struct Outcome: Sendable, Hashable {
    /// The photo's file; nil if none of the offered files is.
    package var path: String?
    /// Why others are not: by their paths.
    package var refused: [String: String] = [:]
  }

  /// Inspects a file at a path of the destination. Throws ``InspectionError`` or ``StorageError``.
  package typealias Look = @Sendable (_ path: String) async throws -> Inspection

  /// Gives the modification time of a file of the destination; nil if that says nothing.
  package typealias Time = @Sendable (_ path: String) async -> Int64?

  private typealias Choice = (index: Int, path: String, inspection: Inspection)

  /// Nil for a dry run.
  private let catalog: (any PhotoCatalog)?
  private let destination: MirrorFiles
  /// Gives the facts of a file of the destination.
  private let look: Look
  /// The number of files inspected at once.
  private let width: Int
  private let modifiedAt: Time

  /// An adopter that reads and decodes the files.
  /// - Parameter catalog: Nil for a dry run.
  package init(
    catalog: (any PhotoCatalog)?, destination: MirrorFiles, media: any MediaInspector,
    thumbnail: ThumbnailChoice?, width: Int, modifiedAt: @escaping Time = { _ in nil }
  ) {
    self.init(
      catalog: catalog, destination: destination, width: width, modifiedAt: modifiedAt
    ) { path in
      try await destination.withFile(at: path) { file in
        try await media.inspect(fileAt: file, thumbnail: thumbnail, digests: [])
      }
    }
  }

  /// - Parameters:
  ///   - catalog: Nil for a dry run.
  ///   - width: The number of files that are looked at at once.
  package init(
    catalog: (any PhotoCatalog)?, destination: MirrorFiles, width: Int,
    modifiedAt: @escaping Time = { _ in nil }, look: @escaping Look
  ) {
    self.modifiedAt = modifiedAt
    (self.catalog, self.destination, self.width, self.look) = (catalog, destination, width, look)
  }

  /// Looks at the offered files, and records those that are whole pictures of the listed proportions. Of several
  /// files of one photo, the one with the most pixels is its own.
  /// - Returns: In the order of `offers`.
  package func adopt(_ offers: [Offer]) async throws -> [Outcome] {
    var outcomes = offers.map { _ in Outcome() }
    var choices: [Choice] = []
    let looks = try await inspect(offers.flatMap(\.paths))
    for (index, offer) in offers.enumerated() {
      var best: Choice?
      for path in offer.paths {
        switch looks[path] {
        case .success(let inspection):
          guard offer.photo.mayBe(inspection) else {
            outcomes[index].refused[path] =
              "\(inspection.width)x\(inspection.height) is not the shape of \(offer.photo.id)"
            continue
          }
          let pixels = { (look: Inspection) in
            look.width.multipliedReportingOverflow(by: look.height).0
          }
          if let known = best, pixels(known.inspection) >= pixels(inspection) { continue }
          best = (index, path, inspection)
        case .failure(let refusal): outcomes[index].refused[path] = refusal.reason
        case nil: continue
        }
      }
      if let best { choices.append(best) }
    }
    for path in try await record(choices, of: offers) { outcomes[path.key].path = path.value }
    return outcomes
  }

  private struct Refusal: Error {
    let reason: String
  }

  private func inspect(_ paths: [String]) async throws -> [String: Result<Inspection, Refusal>] {
    var looks: [String: Result<Inspection, Refusal>] = [:]
    var waiting = Set(paths)
    try await withThrowingTaskGroup(of: (String, Result<Inspection, Refusal>).self) { group in
      func begin() {
        guard let path = waiting.popFirst() else { return }
        group.addTask {
          try Task.checkCancellation()
          do {
            return (path, .success(try await look(path)))
          } catch InspectionError.broken(let reason), InspectionError.unreadable(let reason, _) {
            return (path, .failure(Refusal(reason: reason)))
          } catch let error as StorageError where error.isOfEntry {
            return (path, .failure(Refusal(reason: error.error.message)))
          }
        }
      }
      for _ in 0..<width { begin() }
      while let (path, look) = try await group.next() {
        looks[path] = look
        begin()
      }
    }
    return looks
  }

  /// - Returns: The recorded files by the indices of their offers.
  private func record(
    _ choices: [Choice], of offers: [Offer]
  ) async throws -> [Int: String] {
    let chosen = Dictionary(choices.map { ($0.index, $0.path) }) { $1 }
    guard let catalog, !choices.isEmpty else { return chosen }
    let records = try await admit(choices.map { offers[$0.index] }, to: catalog)
    let placed = await destination.place(
      zip(choices, records).map { choice, record in
        Placement(
          path: choice.path, picture: .stored,
          companions: [choice.inspection.thumbnail?.companion(ofStem: record.stem)].compactMap(
            \.self))
      })
    var stored: [MirroredPhoto] = []
    var recorded: [Int: String] = [:]
    let now = Int64(Date().timeIntervalSince1970)
    for (index, (choice, record)) in zip(choices, records).enumerated() {
      switch placed[index] {
      case .success(let failures):
        let made = failures.isEmpty ? choice.inspection.thumbnail?.stored : nil
        stored.append(
          await photo(of: choice, offers[choice.index], record, made ?? .absent, now: now))
        recorded[choice.index] = choice.path
      case .failure(let error):
        guard error.isOfEntry else { throw error.error }
      }
    }
    try await catalog.complete(stored)
    return recorded
  }

  private func admit(
    _ offers: [Offer], to catalog: any PhotoCatalog
  ) async throws -> [PhotoRecord] {
    let matches = try await catalog.match(offers.map(\.photo))
    var page = PageAdmission()
    page.wanted = offers.map { offer in
      .init(
        photo: offer.photo, site: matches[offer.photo.id]?.site ?? catalog.source.address,
        stem: offer.stem ?? FileStem(of: offer.photo).path)
    }
    return try await catalog.admit(page)
  }

  /// - Parameter thumbnail: The one that was made.
  private func photo(
    of choice: Choice, _ offer: Offer, _ record: PhotoRecord, _ thumbnail: StoredThumbnail,
    now: Int64
  ) async -> MirroredPhoto {
    let verdict = FileVerdict(
      of: choice.inspection.sha256, sidecar: offer.origin(of: choice.path).sha256)
    let isEdit = verdict.isChange ? await isTouched(choice.path, offer) : false
    return MirroredPhoto(
      choice.inspection, of: offer, record, at: choice.path,
      thumbnail: offer.thumbnail ?? thumbnail, as: verdict, storedAt: isEdit ? 0 : now)
  }
}

extension Adopter {
  /// Whether somebody wrote the file after it was mirrored, as far as its time tells: it has none of the times that a
  /// mirrored photo gets. A failing disk leaves the time.
  private func isTouched(_ path: String, _ offer: Offer) async -> Bool {
    guard let time = await modifiedAt(path) else { return false }
    return !FileTime.isOf(offer.photo, time)
  }
}

extension Adopter.Offer {
  /// Whether the listing shows another picture than the one that was mirrored.
  fileprivate func isReplaced(since origin: PictureOrigin) -> Bool {
    guard let shown = origin.shown, let mark = photo.mark else { return false }
    return Photo.isOther(mark, than: shown)
  }

  /// The origin of one of the files.
  fileprivate func origin(of path: String) -> PictureOrigin {
    path == paths.first ? origin : PictureOrigin()
  }
}

extension MirroredPhoto {
  fileprivate init(
    _ inspection: Inspection, of offer: Adopter.Offer, _ record: PhotoRecord, at path: String,
    thumbnail: StoredThumbnail, as verdict: FileVerdict, storedAt: Int64
  ) {
    let rendition = offer.photo.rendition(like: inspection)
    let origin = offer.origin(of: path)
    var (sha256, byteCount) = (inspection.sha256, inspection.byteCount)
    if case .changed(let mirrored) = verdict {
      (sha256, byteCount) = (mirrored, origin.byteCount ?? byteCount)
    }
    self.init(
      id: record.id, path: path, format: inspection.format.name, width: inspection.width,
      height: inspection.height, byteCount: byteCount, sha256: sha256,
      label: rendition?.label ?? origin.label ?? "",
      address: offer.isReplaced(since: origin) ? nil : rendition?.lastingAddress,
      announced: origin.announced, shown: origin.shown, thumbnail: thumbnail,
      isUnproven: !inspection.isDecoded || (verdict == .unproven && !offer.isListed),
      storedAt: storedAt)
  }
}

extension Photo {
  /// Whether a picture has the proportions of one of the photo's sizes, upright or turned. True if that is not
  /// known.
  fileprivate func mayBe(_ inspection: Inspection) -> Bool {
    let shapes = renditions.compactMap { rendition -> Double? in
      guard let width = rendition.width, let height = rendition.height, min(width, height) > 0
      else { return nil }
      return Double(width) / Double(height)
    }
    guard inspection.isDecoded, min(inspection.width, inspection.height) > 0, !shapes.isEmpty
    else { return true }
    let shape = Double(inspection.width) / Double(inspection.height)
    return shapes.contains { other in
      [shape / other, shape * other].contains { abs($0 - 1) <= Self.shapeTolerance }
    }
  }

  /// Small sizes round their edges.
  private static let shapeTolerance = 0.04
}
