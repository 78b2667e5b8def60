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

    package init(photo: Photo, paths: [String]) { (self.photo, self.paths) = (photo, paths) }
  }

  /// The result of an offer.
  package struct Outcome: Sendable, Hashable {
    /// The photo's file; nil if none of the offered files is.
    package var path: String?
    /// Why others are not: by their paths.
    package var refused: [String: String] = [:]
  }

  private typealias Choice = (index: Int, path: String, inspection: Inspection)

  /// Nil for a dry run.
  private let catalog: (any PhotoCatalog)?
  private let destination: any PhotoDestination
  private let media: any MediaInspector
  private let thumbnail: ThumbnailChoice?
  /// The number of files inspected at once.
  private let width: Int

  /// - Parameter catalog: Nil for a dry run.
  package init(
    catalog: (any PhotoCatalog)?, destination: any PhotoDestination, media: any MediaInspector,
    thumbnail: ThumbnailChoice?, width: Int
  ) {
    (self.catalog, self.destination, self.media) = (catalog, destination, media)
    (self.thumbnail, self.width) = (thumbnail, width)
  }

  /// Decodes the offered files, and records those that are whole pictures of the listed proportions. Of several
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
          let file = try await destination.localFile(of: path)
          do throws(InspectionError) {
            let look = try await media.inspect(
              fileAt: file, thumbnail: thumbnail, digests: [])
            await destination.release(localFile: file)
            return (path, .success(look))
          } catch {
            await destination.release(localFile: file)
            switch error {
            case .broken(let reason), .unreadable(let reason):
              return (path, .failure(Refusal(reason: reason)))
            }
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
    let photos = choices.map { offers[$0.index].photo }
    let matches = try await catalog.match(photos)
    var page = PageAdmission()
    page.wanted = photos.map { photo in
      .init(
        photo: photo, site: matches[photo.id]?.site ?? catalog.source.address,
        stem: FileStem(of: photo).path)
    }
    let records = try await catalog.admit(page)
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
        stored.append(
          MirroredPhoto(
            choice.inspection, of: photos[index], record, at: choice.path,
            thumbnail: failures.isEmpty ? choice.inspection.thumbnail?.stored ?? .absent : .absent,
            storedAt: now))
        recorded[choice.index] = choice.path
      case .failure(let error):
        guard error.isOfEntry else { throw error.error }
      }
    }
    try await catalog.complete(stored)
    return recorded
  }
}

extension MirroredPhoto {
  fileprivate init(
    _ inspection: Inspection, of photo: Photo, _ record: PhotoRecord, at path: String,
    thumbnail: StoredThumbnail, storedAt: Int64
  ) {
    let rendition = photo.rendition(like: inspection)
    self.init(
      id: record.id, path: path, format: inspection.format.name, width: inspection.width,
      height: inspection.height, byteCount: inspection.byteCount, sha256: inspection.sha256,
      label: rendition?.label ?? "", address: rendition?.lastingAddress, thumbnail: thumbnail,
      isUnproven: !inspection.isDecoded, storedAt: storedAt)
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
