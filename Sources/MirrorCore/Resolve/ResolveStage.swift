import ProviderKit

/// The resolve stage: decides which address a photo is downloaded from.
struct ResolveStage: Sendable {
  let client: SiteClient
  let size: SizePolicy
  /// Nil for no thumbnails.
  let thumbnailEdge: Int?

  func resolve(_ job: PhotoJob) async throws -> ResolvedPhoto {
    let renditions = try await renditions(of: job)
    guard let rendition = size.choose(from: renditions) else {
      throw PhotoFailure(
        stage: .resolve, reason: "the site offers no address for this photo", prospect: .gone)
    }
    var alternatives = size.smaller(than: rendition, in: renditions)
    if let replacement = job.replacement, replacement.cause == .larger,
      let picture = replacement.photo.record.picture
    {
      alternatives.removeAll { !$0.isLarger(than: picture) }
    }
    return ResolvedPhoto(
      job: job, rendition: rendition, alternatives: alternatives,
      reason: size.reason(for: rendition, limit: job.photo.sizeLimit),
      still: rendition.media == .video ? still(among: renditions) : nil)
  }

  /// The smallest still of a video that is large enough for a thumbnail, or the largest.
  private func still(among renditions: [Rendition]) -> Rendition? {
    let stills = renditions.filter { $0.media != .video }
    guard let thumbnailEdge, !stills.isEmpty else { return nil }
    return SizePolicy.edge(thumbnailEdge).choose(from: stills)
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
}
