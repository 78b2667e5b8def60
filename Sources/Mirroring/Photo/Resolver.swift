import ProviderKit

/// The photo stage: decides where a photo's bytes come from.
struct Resolver: Sendable {
  let client: SiteClient
  let directory: MirrorDirectory
  let size: SizePolicy
  let prover: Prover

  func resolve(_ job: PhotoJob) async throws -> ResolvedPhoto {
    if let adopted = try await adopt(job) { return adopted }
    let renditions = try await renditions(of: job)
    guard let rendition = size.choose(from: renditions) else {
      throw PhotoFailure(
        stage: .resolve, reason: "the site offers no address for this photo", prospect: .gone)
    }
    return ResolvedPhoto(job: job, origin: .fetch(rendition))
  }

  private func renditions(of job: PhotoJob) async throws -> [Rendition] {
    guard job.photo.renditions.isEmpty else { return job.photo.renditions }
    do {
      return try await client.renditions(of: job)
    } catch  where error.providerFailure?.kind == .unsupported {
      let provider = client.provider.manifest.name
      throw PhotoFailure(
        stage: .resolve,
        reason: "its listing gives no address for it, and \(provider) has no call for sizes",
        prospect: .gone)
    }
  }

  /// Takes over a file that stands under the photo's name without a record, as a kill between
  /// rename and record leaves it. One that proves broken is set aside, never deleted.
  private func adopt(_ job: PhotoJob) async throws -> ResolvedPhoto? {
    guard let path = directory.file(withStem: job.stem) else { return nil }
    do {
      let proof = try await prover.prove(fileAt: directory.file(path))
      return ResolvedPhoto(job: job, origin: .adopt(path: path, proof: proof))
    } catch is PhotoFailure {
      try await prover.setAside(path, in: directory)
      return nil
    }
  }
}
