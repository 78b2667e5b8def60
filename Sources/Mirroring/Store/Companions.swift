import Catalog
import Images
import ProviderKit

/// Makes sidecars and thumbnails of mirrored photos again that were removed.
struct Companions: Sendable {
  /// A mirrored photo that lacks one or both.
  struct Gap: Sendable {
    let record: PhotoRecord
    /// Nil where no listing tells of it, so that there is nothing to write into a sidecar.
    let photo: Photo?
    let look: FileLook
  }

  let files: CompanionFiles
  let keeper: CatalogKeeper
  let prover: Prover
  let announcer: Announcer

  /// Fills the gaps, and tells how many.
  func fill(_ gaps: [Gap]) async throws {
    let sidecars = try await writeSidecars(gaps.filter { !$0.look.hasSidecar })
    let thumbnails =
      prover.thumbnailEdge == nil
      ? 0 : try await writeThumbnails(gaps.filter { !$0.look.hasThumbnail })
    let made = [(sidecars, "sidecar"), (thumbnails, "thumbnail")].filter { $0.0 > 0 }
    guard !made.isEmpty else { return }
    let parts = made.map { "\($0) \($1)\($0 == 1 ? "" : "s")" }.joined(separator: " and ")
    announce(
      "\(parts) had been removed and \(sidecars + thumbnails == 1 ? "is" : "are") made again")
  }

  private func writeSidecars(_ gaps: [Gap]) async throws -> Int {
    let wanted = gaps.filter { $0.photo != nil && $0.record.path != nil }
    guard !wanted.isEmpty else { return 0 }
    let refused = try await prover.pool.run { () throws(FileError) in
      var folders: Set<String> = []
      var refused: [String] = []
      for gap in wanted {
        guard let photo = gap.photo, let path = gap.record.path else { continue }
        do throws(FileError) {
          try files.writeSidecar(of: photo, id: gap.record.id, path: path)
          folders.formUnion(DurableFile.parent(of: files.directory.file(path)).map { [$0] } ?? [])
        } catch {
          guard error.isOfEntry else { throw error }
          refused.append(error.error.message)
        }
      }
      for folder in folders { try DurableFile.sync(folder) }
      return refused
    }
    for reason in refused { announce("no sidecar: \(reason)") }
    return wanted.count - refused.count
  }

  /// As many at once as there are decoders. What cannot be decoded is noted, and not tried again.
  private func writeThumbnails(_ gaps: [Gap]) async throws -> Int {
    var results: [(Gap, Result<Void, any Error>)] = []
    await prover.pool.forEachOrdered(of: gaps) { gap in
      (gap, Result { try writeThumbnail(gap) })
    } _: {
      results.append($0)
    }
    try Task.checkCancellation()
    var count = 0
    for (gap, result) in results {
      do {
        try result.get()
        count += 1
      } catch let failure as PhotoFailure {
        try await keeper.noteThumbnailLoss(ofPhoto: gap.record.id)
        announce("no thumbnail can be made of \(gap.record.path ?? ""): \(failure.reason)")
      } catch let error as FileError where error.isOfEntry {
        announce("no thumbnail: \(error.error.message)")
      }
    }
    return count
  }

  /// Blocks.
  private func writeThumbnail(_ gap: Gap) throws {
    guard let path = gap.record.path.map(files.directory.file) else { return }
    let proof = try prover.proof(ofFileAt: path)
    guard let thumbnail = proof.thumbnail else {
      let reason = proof.thumbnailFailure?.message ?? "\(proof.format.rawValue) is not decoded"
      throw PhotoFailure(stage: .prove, reason: reason, prospect: .lasting)
    }
    try files.write(thumbnail: thumbnail, ofPhoto: gap.record.id, stem: gap.record.stem)
    let folder = DurableFile.parent(of: files.directory.thumbnail(ofStem: gap.record.stem))
    if let folder { try DurableFile.sync(folder) }
  }

  private func announce(_ text: String) {
    announcer.announce(.noted(NoteFacts(text, isDetail: false)))
  }
}
