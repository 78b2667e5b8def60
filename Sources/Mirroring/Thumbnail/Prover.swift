import Images
import Operations
import ProviderKit
import Transfer

/// The thumbnail stage: decodes a file to its last byte, which proves it and makes its thumbnail,
/// on threads of its own.
struct Prover: Sendable {
  let pool: ThreadPool
  let parts: LooseParts
  let thumbnailEdge: Int?

  func prove(_ file: FetchedFile) async throws -> ProvenFile {
    switch file.source {
    case .adopted(let path, let proof):
      return ProvenFile(
        job: file.job, path: path, isAdopted: true, proof: proof, label: "", bytesFetched: 0)
    case .part(let part):
      do {
        let proof = try await prove(fileAt: part.path)
        try check(proof, against: part)
        return ProvenFile(
          job: file.job, path: part.path, isAdopted: false, proof: proof,
          label: part.rendition.label, bytesFetched: part.bytesFetched, transfer: part.transfer)
      } catch let failure as PhotoFailure {
        // What is complete and wrong would be gone on with for ever.
        try parts.discard(ofPhoto: file.job.id)
        throw failure
      }
    }
  }

  /// Reads and decodes the whole file.
  /// - Throws: ``PhotoFailure`` where it is not as it should be; where it cannot be read, which says
  ///   nothing of it, ``MirrorError``.
  func prove(fileAt path: String) async throws -> FileProof {
    let edge = thumbnailEdge
    return try await pool.run {
      do {
        let image = try ImageProof(ofFileAt: path, thumbnailEdge: edge)
        let sha256 = try FileDigest.hex(.sha256, ofFileAt: path)
        return FileProof(
          image: image, byteCount: DurableFile.size(of: path) ?? 0, sha256: sha256)
      } catch let error as ImageError where error.kind == .unreadable {
        throw MirrorError.directory("cannot read \(path): \(error.message)")
      } catch let error as ImageError {
        throw PhotoFailure(stage: .prove, reason: error.message, prospect: .passing)
      }
    }
  }

  /// Moves a broken file out of the way, to `.photomirror/set-aside`.
  func setAside(_ path: String, in directory: MirrorDirectory) async throws(FileError) {
    try await pool.run { () throws(FileError) in
      let target = directory.setAside + "/" + path
      try DurableFile.makeDirectory(directory.setAside)
      if let folder = DurableFile.parent(of: target) { try DurableFile.makeDirectory(folder) }
      var (free, number) = (target, 1)
      while try !DurableFile.renameIfFree(directory.file(path), to: free) {
        number += 1
        free = "\(target)~\(number)"
      }
    }
  }

  private func check(_ proof: FileProof, against part: FetchedPart) throws {
    if !proof.image.isDecoded, !part.isLengthProven, part.rendition.digest == nil {
      throw PhotoFailure(
        stage: .prove,
        reason: "cannot be proven whole: \(proof.image.format.rawValue) is not decoded and the "
          + "server told no length", prospect: .gone)
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

  /// Sites count edges before or after rotation and round them either way.
  private func check(_ image: ImageProof, width: Int?, height: Int?) throws {
    guard image.isDecoded, let width, let height, width > 0, height > 0 else { return }
    let isNear = { (a: Int, b: Int) in (a - b).magnitude <= 2 }
    let isUpright = isNear(image.width, width) && isNear(image.height, height)
    let isTurned = isNear(image.width, height) && isNear(image.height, width)
    guard !isUpright, !isTurned else { return }
    throw PhotoFailure(
      stage: .prove,
      reason: "is \(image.width)x\(image.height) where \(width)x\(height) was promised",
      prospect: .passing)
  }
}
