import Catalog
import MirrorCore
import ProviderKit
import Sidecars

/// The sources of a recovered catalog, to which photos from sidecars are assigned.
struct RecoveredSources: Sendable {
  /// Where a photo belongs.
  struct Place: Sendable, Hashable {
    let source: SourceRecord
    let provider: String
    let site: String
  }

  /// By provider, those with the most photos first.
  private let places: [String: [Place]]

  /// Blocks.
  init(_ catalog: Catalog) throws(CatalogError) {
    let sources = Dictionary(try catalog.sources().map { ($0.id, $0) }) { $1 }
    var places: [String: [Place]] = [:]
    for (id, site) in try catalog.photoSites() {
      guard let source = sources[id] else { continue }
      let provider = String(source.address.prefix { $0 != ":" })
      places[provider, default: []].append(Place(source: source, provider: provider, site: site))
    }
    self.places = places
  }

  /// Nil if no source of the sidecar's provider is known, or if it is not clear which site issued the photo's id: a
  /// guess would hide the photo from the listing that has it.
  func place(of sidecar: SidecarPhoto) -> Place? {
    let places = places[sidecar.provider] ?? []
    if let site = sidecar.photo.site ?? sidecar.photo.pageURL.flatMap(Photo.site),
      let place = places.first(where: { $0.site == site })
    {
      return place
    }
    let isOnlySite = Set(places.map(\.site)).count == 1
    return sidecar.photo.site == nil && isOnlySite ? places.first : nil
  }

  /// The place of a site's photos, whichever provider lists them; nil if none is known.
  func place(ofSite site: String) -> Place? {
    places.values.joined().filter { $0.site == site }.min { $0.source.id < $1.source.id }
  }
}
