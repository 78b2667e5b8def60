import ProviderKit

/// The resolve stage: decides which address a photo is downloaded from.
struct ResolveStage: Sendable {
  let client: SiteClient
  let size: SizePolicy
  /// Nil for no thumbnails.
  let thumbnailEdge: Int?

  func resolve(_ job: PhotoJob) async throws -> ResolvedPhoto {
    let renditions = try await renditions(of: job)
    let files = job.photo.files(among: renditions)
    guard let rendition = size.choose(from: files) else {
      throw PhotoFailure(
        stage: .resolve, reason: "the site offers no address for this photo", prospect: .gone)
    }
    let wanted = try checked(job, offered: files, rendition)
    var alternatives = size.smaller(than: rendition, in: files)
    if let replacement = wanted.replacement, replacement.cause == .larger,
      let picture = replacement.photo.record.picture
    {
      alternatives.removeAll { !$0.isLarger(than: picture) }
    }
    return ResolvedPhoto(
      job: wanted, rendition: rendition, alternatives: alternatives,
      reason: size.reason(for: rendition, limit: wanted.photo.sizeLimit),
      still: rendition.media == .video ? still(among: renditions) : nil)
  }

  /// The smallest still of a video that is large enough for a thumbnail, or the largest.
  private func still(among renditions: [Rendition]) -> Rendition? {
    thumbnailEdge.flatMap { renditions.still(edge: $0) }
  }

  /// The job of an upgrade whose listing does not say what the site offers, now that the site was asked.
  /// - Throws: ``PhotoFailure`` if it offers nothing larger, which leaves the mirrored file.
  private func checked(
    _ job: PhotoJob, offered: [Rendition], _ chosen: Rendition
  ) throws -> PhotoJob {
    guard let replacement = job.replacement, replacement.cause == .larger,
      job.photo.files.isEmpty
    else { return job }
    let record = replacement.photo.record
    var now = job.photo
    now.renditions = offered
    if record.isReplaced(by: now) == true {
      return job.with(replacement: Replacement(photo: replacement.photo, cause: .replaced))
    }
    if !Upgrade.isLarger(chosen, than: record, among: offered) {
      throw PhotoFailure(
        stage: .resolve, reason: "the site offers nothing larger", prospect: .gone)
    }
    return job
  }

  private func renditions(of job: PhotoJob) async throws -> [Rendition] {
    let known = job.photo.renditions
    let isKnown = !job.photo.files.isEmpty
    guard !isKnown || job.isAddressRefused else { return known }
    do {
      return try await client.renditions(of: job)
    } catch  where error.providerFailure?.kind == .unsupported {
      guard !isKnown else { return known }
      let provider = client.provider.manifest.name
      let reason =
        job.isUnlisted
        ? "its file was removed, the listing does not show it any more, and its address is not known"
        : "its listing gives no address for it, and \(provider) has no call for sizes"
      throw PhotoFailure(stage: .resolve, reason: reason, prospect: .gone)
    }
  }
}

extension [Rendition] {
  /// The smallest still of a video that is large enough for a thumbnail, or the largest; nil if none.
  func still(edge: Int) -> Rendition? {
    let stills = filter { $0.media == .photo }
    return stills.isEmpty ? nil : SizePolicy.edge(edge).choose(from: stills)
  }
}
