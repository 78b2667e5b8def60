import Catalog
import ProviderKit

/// Which photo of the catalog an entry of a source's listing is.
///
/// A photo is known by its site and its id there, whichever source lists it. Where the provider states no
/// site, an id that two feeds have in common proves nothing, as a feed may name its entries as it likes:
/// it is the same photo only where the picture's address is the same too, and what the first feed said of
/// it stays. Otherwise the entry is a photo of its source alone.
struct PhotoLookup {
  struct Match: Sendable {
    /// The site under which the photo is, or will be, recorded.
    let site: String
    /// Nil where the photo is new.
    var record: PhotoRecord?
    /// Whether another source brought it, whose listing this one must not change.
    var isForeign = false
    /// Whether an earlier version recorded it, under the provider's name.
    var isOld = false
  }

  private let catalog: Catalog
  private let provider: String
  private let source: String
  /// The addresses of all sources by their rows.
  private let sources: [Int64: String]

  /// - Parameter provider: the provider's name.
  /// - Parameter source: the address of the source that is read, `flickr:recent`.
  init(_ catalog: Catalog, provider: String, source: String) throws(CatalogError) {
    self.catalog = catalog
    self.provider = provider
    self.source = source
    sources = Dictionary(try catalog.sources().map { ($0.id, $0.address) }) { $1 }
  }

  func match(_ photo: Photo) throws(CatalogError) -> Match {
    guard let site = photo.site else { return try matchWithoutSite(photo) }
    if let record = try catalog.record(photo.id, site: site) {
      return Match(site: site, record: record)
    }
    let old = try catalog.record(photo.id, site: provider)
    guard let old, isOfSameSite(old) else { return Match(site: site) }
    return Match(site: site, record: old, isOld: true)
  }

  private func matchWithoutSite(_ photo: Photo) throws(CatalogError) -> Match {
    if let own = try catalog.record(photo.id, site: source) {
      return Match(site: source, record: own)
    }
    guard let record = try catalog.record(photo.id, site: provider) else {
      return Match(site: provider)
    }
    // Of a provider whose sources are no addresses, all are of the one site that it knows.
    if sources[record.source] == source || (site(of: source) == nil && isOfSameSite(record)) {
      return Match(site: provider, record: record)
    }
    guard record.hasPicture(of: photo) else { return Match(site: source) }
    return Match(site: provider, record: record, isForeign: true)
  }

  /// Whether a photo's source is of the same site as the one that is read.
  private func isOfSameSite(_ record: PhotoRecord) -> Bool {
    guard let other = sources[record.source] else { return false }
    return site(of: other) == site(of: source)
  }

  /// Of `feed:https://example.org/rss` `example.org`; nil for `flickr:recent`.
  private func site(of source: String) -> String? {
    Photo.site(of: String(source.drop { $0 != ":" }.dropFirst()))
  }
}

extension PhotoRecord {
  /// Whether its picture is one of the photo's, as far as their addresses tell. Those of files that an
  /// earlier version mirrored are not known: they count as the same, or all would be fetched again.
  fileprivate func hasPicture(of photo: Photo) -> Bool {
    guard isMirrored else { return self.photo().map { $0.places == photo.places } ?? false }
    guard let address else { return true }
    return photo.places.contains(Rendition(label: label, url: address).place)
  }
}
