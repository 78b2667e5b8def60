import Catalog
import Glibc
import Operations

/// A file under its final name that is not recorded yet.
struct WrittenFile: Sendable {
  let file: ProvenFile
  let facts: StoredFacts

  var record: MirroredPhoto {
    MirroredPhoto(
      id: file.job.id, path: facts.path, format: facts.format, width: facts.width,
      height: facts.height, byteCount: facts.byteCount, sha256: file.proof.sha256,
      label: file.rendition?.label ?? "", refusedLabel: file.refusedLabel,
      address: file.rendition?.url,
      hasThumbnail: file.proof.image.thumbnail != nil,
      isUnproven: !file.proof.image.isDecoded, storedAt: Int64(time(nil)))
  }
}

/// Writes a group of proven files so that they last: each synced with its thumbnail and sidecar on
/// one of several threads, then renamed, then each directory synced once.
struct GroupWriter: Sendable {
  typealias Written = Result<WrittenFile, any Error>

  let directory: MirrorDirectory
  let parts: PartFolder
  let companions: CompanionFiles
  let pool: ThreadPool

  /// In the order of `files`.
  func write(_ files: [ProvenFile]) async -> [Written] {
    let written = await pool.map(files) { file in Written { try write(file) } }
    let folders = Set(written.compactMap { try? $0.get() }.flatMap(folders))
    let synced = await pool.map(Array(folders)) { folder in
      Result { try DurableFile.sync(folder) }
    }
    do {
      for result in synced { try result.get() }
      return written
    } catch {
      return written.map { $0.flatMap { _ in .failure(error) } }
    }
  }

  /// What was needed to go on with a part is of no use after its record: its state, and the second
  /// name that a kill while the final one was given has left of an adopted file.
  func discardParts(of written: [WrittenFile]) async {
    await pool.run {
      // What stays is swept up by the next run.
      for file in written { try? parts.discard(ofPhoto: file.file.job.id) }
    }
  }

  /// Blocks.
  private func write(_ file: ProvenFile) throws -> WrittenFile {
    let final = file.isAdopted ? file.path : file.finalPath
    var warnings = file.proof.image.warnings
    if let reason = file.proof.image.undecodedReason { warnings.append("not proven: \(reason)") }
    if let refused = file.refusedLabel {
      let label = file.rendition?.label ?? "a smaller one"
      warnings.append("the site refuses the size \(refused); this is \(label)")
    }
    if let failure = file.proof.image.thumbnailFailure {
      warnings.append("no thumbnail: \(failure.message)")
    }
    if let warning = try writeCompanions(of: file, finalPath: final) { warnings.append(warning) }
    if file.isAdopted {
      try DurableFile.sync(directory.file(final))
    } else {
      try DurableFile.sync(file.path)
      guard try DurableFile.renameIfFree(file.path, to: directory.file(final)) else {
        throw PhotoFailure(
          stage: .store, reason: "another file stands at \(final)", prospect: .lasting)
      }
    }
    return WrittenFile(
      file: file,
      facts: StoredFacts(
        path: final, format: file.proof.image.format.rawValue, width: file.proof.image.width,
        height: file.proof.image.height, byteCount: file.proof.byteCount,
        bytesFetched: file.bytesFetched, warnings: warnings,
        transfer: file.transfer))
  }

  /// The thumbnail and the sidecar, before the photo itself: a photo that is there has them. What is
  /// known from the catalog alone is not enough for a sidecar.
  /// - Returns: a warning if something else stands in the thumbnail's place, which does not cost the photo.
  private func writeCompanions(of file: ProvenFile, finalPath: String) throws -> String? {
    let photo = directory.file(finalPath)
    if let folder = DurableFile.parent(of: photo) { try DurableFile.makeDirectory(folder) }
    let job = file.job
    let warning = try writeThumbnail(of: file)
    if !job.isUnlisted {
      try companions.writeSidecar(of: job.photo, id: job.id, path: finalPath)
    }
    return warning
  }

  private func writeThumbnail(of file: ProvenFile) throws -> String? {
    guard let thumbnail = file.proof.image.thumbnail else { return nil }
    do throws(FileError) {
      try companions.write(thumbnail: thumbnail, ofPhoto: file.job.id, stem: file.job.stem)
      return nil
    } catch {
      guard error.isOfEntry else { throw error }
      return "no thumbnail: \(error.error.message)"
    }
  }

  /// Every folder in which a name is new, up to those that always were there.
  private func folders(of written: WrittenFile) -> [String] {
    let photo = directory.file(written.facts.path)
    let thumbnail = written.file.proof.image.thumbnail.map { _ in
      directory.thumbnail(ofStem: written.file.job.stem)
    }
    return [photo, thumbnail].compactMap(\.self).compactMap(DurableFile.parent).flatMap { folder in
      [folder, DurableFile.parent(of: folder)].compactMap(\.self)
    }
  }
}
