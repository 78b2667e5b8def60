import MirrorCore
import ProviderKit

/// Finds the photo of the catalog that an entry of a source's listing describes.
///
/// A photo is identified by its site and its id there, whichever source lists it. If the provider states no
/// site, an id shared by two feeds proves nothing, because a feed can name its entries freely: it is the same
/// photo only if the picture's address is the same too, and the first feed's metadata is kept. Otherwise the
/// entry is a photo of its source alone.
package struct PhotoLookup {
  private let catalog: Catalog
  private let provider: String
  private let source: String
  /// The addresses of all sources, by row.
  private let sources: [Int64: String]

  /// - Parameter provider: The provider's name.
  /// - Parameter source: The address of the source being read, `flickr:recent`.
  package init(_ catalog: Catalog, provider: String, source: String) throws(CatalogError) {
    self.catalog = catalog
    self.provider = provider
    self.source = source
    sources = Dictionary(try catalog.sources().map { ($0.id, $0.address) }) { $1 }
  }

  /// The matches of photos, in order.
  package func match(_ photos: [Photo]) throws(CatalogError) -> [PhotoMatch] {
    let own = try catalog.records(photos.map { ($0.id, $0.site ?? source) })
    let rest = photos.indices.filter { own[$0] == nil && photos[$0].site == nil }
    let others = Dictionary(
      uniqueKeysWithValues: zip(rest, try catalog.records(rest.map { (photos[$0].id, provider) })))
    return photos.enumerated().map { index, photo in
      let site = photo.site ?? source
      if let record = own[index] { return PhotoMatch(site: site, record: record) }
      guard photo.site == nil else { return PhotoMatch(site: site) }
      return matchWithoutSite(photo, others[index].flatMap(\.self))
    }
  }

  /// - Parameter record: The provider's photo with the same id.
  private func matchWithoutSite(_ photo: Photo, _ record: PhotoRecord?) -> PhotoMatch {
    guard let record else { return PhotoMatch(site: provider) }
    // If a provider's sources are not addresses, all of them belong to its single site.
    if sources[record.source] == source || (site(of: source) == nil && isOfSameSite(record)) {
      return PhotoMatch(site: provider, record: record)
    }
    guard record.hasPicture(of: photo) else { return PhotoMatch(site: source) }
    return PhotoMatch(site: provider, record: record, isForeign: true)
  }

  /// Whether a photo's source belongs to the same site as the source being read.
  private func isOfSameSite(_ record: PhotoRecord) -> Bool {
    guard let other = sources[record.source] else { return false }
    return site(of: other) == site(of: source)
  }

  /// For `feed:https://example.org/rss`, `example.org`; nil for `flickr:recent`.
  private func site(of source: String) -> String? {
    Photo.site(of: String(source.drop { $0 != ":" }.dropFirst()))
  }
}

extension PhotoRecord {
  /// Whether one of its pictures is one of the photo's, by their addresses. The addresses of adopted files
  /// may be unknown: they count as equal, because otherwise all would be fetched again.
  fileprivate func hasPicture(of photo: Photo) -> Bool {
    guard isMirrored else { return listing?.photo().map { $0.places == photo.places } ?? false }
    guard let address else { return true }
    return photo.places.contains(Rendition(label: label, url: address).place)
  }
}
