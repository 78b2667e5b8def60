import Images
import Operations
import ProviderKit
import Transfer

/// The thumbnail stage: decodes a file to its last byte, which proves it and makes its thumbnail,
/// on threads of its own.
struct Prover: Sendable {
  let pool: ThreadPool
  let parts: PartFolder
  let thumbnailEdge: Int?
  let kinds: KeptKinds
  let limits: ImageLimits

  func prove(_ file: FetchedFile) async throws -> ProvenFile {
    switch file.source {
    case .adopted(let path, let proof):
      return ProvenFile(
        job: file.job, path: path, isAdopted: true, proof: proof,
        rendition: file.job.photo.rendition(like: proof.image), bytesFetched: 0)
    case .part(let part):
      do {
        let proof = try await prove(fileAt: part.path)
        try check(proof, against: part)
        return ProvenFile(
          job: file.job, path: part.path, isAdopted: false, proof: proof,
          rendition: part.rendition, refusedLabel: part.refusedLabel,
          bytesFetched: part.bytesFetched, transfer: part.transfer)
      } catch let failure as PhotoFailure {
        // What is complete and wrong would be gone on with for ever.
        try parts.discard(ofPhoto: file.job.id)
        throw failure
      }
    }
  }

  /// Reads and decodes the whole file, unless a limit is in the way.
  /// - Throws: ``PhotoFailure`` where it is not as it should be; where it cannot be read, which says
  ///   nothing of it, ``MirrorError``.
  func prove(fileAt path: String) async throws -> FileProof {
    try await pool.run {
      let image = try proof(ofFileAt: path)
      let sha256 = try FileDigest.hex(.sha256, ofFileAt: path)
      return FileProof(image: image, byteCount: DurableFile.size(of: path) ?? 0, sha256: sha256)
    }
  }

  /// The decode alone. Blocks; throws the same.
  func proof(ofFileAt path: String) throws -> ImageProof {
    do {
      return try image(at: path)
    } catch  where error.kind == .unreadable {
      throw MirrorError.directory("cannot read \(path): \(error.message)")
    } catch {
      throw PhotoFailure(stage: .prove, reason: error.message, prospect: .passing)
    }
  }

  private func image(at path: String) throws(ImageError) -> ImageProof {
    do {
      return try ImageProof(ofFileAt: path, thumbnailEdge: thumbnailEdge, limits: limits)
    } catch  where error.kind == .tooLarge {
      return try ImageProof(ofFileAt: path, refusedBy: error)
    }
  }

  /// Moves a broken file out of the way, to `.photomirror/set-aside`.
  /// - Returns: where it is now, relative to the mirror.
  func setAside(_ path: String, in directory: MirrorDirectory) async throws(FileError) -> String {
    try await pool.run { () throws(FileError) in
      let target = directory.setAside + "/" + path
      try DurableFile.makeDirectory(directory.setAside)
      if let folder = DurableFile.parent(of: target) { try DurableFile.makeDirectory(folder) }
      var (free, number) = (target, 1)
      while try !DurableFile.renameIfFree(directory.file(path), to: free) {
        number += 1
        free = "\(target)~\(number)"
      }
      return String(free.dropFirst(directory.path.count + 1))
    }
  }

  private func check(_ proof: FileProof, against part: FetchedPart) throws {
    if let reason = kinds.refusal(of: proof.image.format) {
      throw PhotoFailure(stage: .prove, reason: reason, prospect: .unwanted)
    }
    if let reason = proof.image.undecodedReason, !part.isLengthProven, part.rendition.digest == nil
    {
      throw PhotoFailure(
        stage: .prove,
        reason: "cannot be proven whole: \(reason), and the server told no length",
        prospect: .lasting)
    }
    if let digest = part.rendition.digest {
      try check(digest, of: part.path, sha256: proof.sha256)
    }
    try check(proof.image, width: part.promisedWidth, height: part.promisedHeight)
    try check(proof.image, width: part.rendition.width, height: part.rendition.height)
  }

  private func check(_ promised: Rendition.Digest, of path: String, sha256: String) throws {
    let actual =
      switch promised.algorithm {
      case .sha256: sha256
      case .sha1: try FileDigest.hex(.sha1, ofFileAt: path)
      case .md5: try FileDigest.hex(.md5, ofFileAt: path)
      }
    guard actual == promised.hex.lowercased() else {
      throw PhotoFailure(
        stage: .prove,
        reason:
          "its \(promised.algorithm.rawValue) is \(actual) where \(promised.hex) was promised",
        prospect: .passing)
    }
  }

  private func check(_ image: ImageProof, width: Int?, height: Int?) throws {
    guard image.isDecoded, let width, let height, width > 0, height > 0,
      !image.isNear(width: width, height: height)
    else { return }
    throw PhotoFailure(
      stage: .prove,
      reason: "is \(image.width)x\(image.height) where \(width)x\(height) was promised",
      prospect: .passing)
  }
}

extension ImageProof {
  /// Whether these are its edges. Sites count them before or after rotation and round them either way.
  fileprivate func isNear(width: Int, height: Int) -> Bool {
    let isNear = { (a: Int, b: Int) in (a - b).magnitude <= 2 }
    return isNear(self.width, width) && isNear(self.height, height)
      || isNear(self.width, height) && isNear(self.height, width)
  }
}

extension Photo {
  /// The size that a file which was taken over most likely is: the only one with its edges.
  fileprivate func rendition(like image: ImageProof) -> Rendition? {
    guard image.isDecoded else { return nil }
    let alike = renditions.filter { image.isNear(width: $0.width ?? 0, height: $0.height ?? 0) }
    return alike.count == 1 ? alike[0] : nil
  }
}

extension ImageProof {
  /// Why it was not decoded; nil: it was.
  var undecodedReason: String? {
    guard !isDecoded else { return nil }
    guard let limit else { return "\(format.rawValue) is not decoded" }
    return limit.message + " (--max-pixels, --max-memory and --max-seconds raise the limits)"
  }
}
