import Foundation
import Locking
import MirrorCore
import ProviderKit
import ProviderLoader

/// Counts the photos that a feed gave a run, for a note that another provider has the same site's photos in full size.
final class SmallCopies: MirrorDelegate {
  private let found = Locked((photos: 0, edge: 0))

  func mirror(didEmit event: MirrorEvent) {
    guard case .ended(_, .mirrored(let stored)) = event else { return }
    found.withLock { found in
      found.photos += 1
      found.edge = max(found.edge, stored.width, stored.height)
    }
  }

  /// A note; nil if there is nothing to say.
  /// - Parameters:
  ///   - chosen: The source of the run.
  ///   - manifests: Of all providers; called if the source is an address of the web.
  func note(
    about chosen: ChosenSource, into directory: String, _ manifests: () -> [Manifest]
  ) -> String? {
    let (photos, edge) = found.withLock(\.self)
    guard photos > 0, let site = Photo.site(of: chosen.query.selector),
      let owner = Self.owner(of: site, among: manifests(), besides: chosen.provider.manifest.name)
    else { return nil }
    let count = photos == 1 ? "1 photo" : "\(photos) photos"
    return "\(count) came from a feed at \(edge) pixels or less: with a key, "
      + "'photomirror sync \(owner):SOURCE \(directory) --upgrade' fetches the largest files"
  }

  /// The provider of a site's photos that needs a key.
  static func owner(of site: String, among manifests: [Manifest], besides feed: String) -> String? {
    manifests.first { manifest in
      manifest.name != feed && manifest.settings.contains { $0.isRequired && $0.isSecret }
        && manifest.addresses.contains { Photo.site(of: $0) == site }
    }?.name
  }
}
