import ProviderKit

/// Reads the stills of videos, for thumbnails.
struct StillReader: Sendable {
  let network: any Network
  /// Parts of final addresses that mean "not available", from the provider's manifest.
  let placeholders: [String]

  /// The still's bytes; nil if none, or the site's image for unavailable ones. Without it a video has no
  /// thumbnail, and is as good.
  func bytes(of rendition: Rendition?) async -> [UInt8]? {
    guard let rendition else { return nil }
    guard let answer = try? await network.answer(to: SiteRequest(url: rendition.url)),
      answer.status == 200, !placeholders.contains(where: answer.finalPlace.contains)
    else { return nil }
    return answer.body
  }
}
