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
    let smaller = size.smaller(than: rendition, in: renditions)
    return ResolvedPhoto(job: job, origin: .fetch(rendition, orElse: smaller))
  }

  private func renditions(of job: PhotoJob) async throws -> [Rendition] {
    let known = job.photo.renditions
    guard known.isEmpty || job.isAddressRefused else { return known }
    do {
      return try await client.renditions(of: job)
    } catch  where error.providerFailure?.kind == .unsupported {
      guard known.isEmpty else { return known }
      let provider = client.provider.manifest.name
      let reason =
        job.isUnlisted
        ? "its file was removed, the listing does not show it any more, and its address is not known"
        : "its listing gives no address for it, and \(provider) has no call for sizes"
      throw PhotoFailure(stage: .resolve, reason: reason, prospect: .gone)
    }
  }

  /// Takes over a file that stands under the photo's name without a record, as a kill between
  /// rename and record leaves it. One that proves broken is set aside, never deleted.
  private func adopt(_ job: PhotoJob) async throws -> ResolvedPhoto? {
    guard let path = directory.file(withStem: job.stem) else { return nil }
    do {
      let proof = try await prover.prove(fileAt: directory.file(path))
      return ResolvedPhoto(job: job, origin: .adopt(path: path, proof: proof))
    } catch let failure as PhotoFailure {
      let place = try await prover.setAside(path, in: directory)
      client.announcer.announce(
        .noted(
          NoteFacts(
            "\(path) is no whole picture (\(failure.reason)): moved to \(place)", isDetail: false)))
      return nil
    }
  }
}
