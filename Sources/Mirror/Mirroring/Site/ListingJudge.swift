import Catalog
import MirrorCore
import ProviderKit

/// A photo of a listing, and what it is to the mirror.
struct JudgedPhoto: Sendable {
  let photo: Photo
  /// Nil if the catalog does not know it.
  let record: PhotoRecord?
  let judgement: Judgement
}

/// Judges the photos of a source's listing as the next run over it would. Changes nothing.
struct ListingJudge: Sendable {
  private let configuration: MirrorConfiguration
  /// Nil if there is no mirror yet.
  let catalog: CatalogThread?
  private let destination: MirrorFiles?
  /// As it would be during the run.
  let source: SourceRecord

  init(
    _ configuration: MirrorConfiguration, _ catalog: CatalogThread? = nil,
    in destination: MirrorFiles? = nil
  ) async throws(MirrorError) {
    (self.configuration, self.catalog, self.destination) = (configuration, catalog, destination)
    let new = SourceRecord(id: 0, address: configuration.source, run: 0)
    var source =
      try await catalog?.query { catalog throws(CatalogError) in
        guard var known = try catalog.source(new.address) else { return new }
        known.base = try catalog.base(ofSource: known.id, now: Catalog.now())
        return known
      } ?? new
    source.run += 1
    self.source = source
  }

  /// To ask what is in the trash, and which files the user edited; nil without a mirror.
  var trash: Trash? {
    guard let catalog, let destination else { return nil }
    return Trash(catalog: catalog, destination: destination)
  }

  /// The photos' judgements, in order.
  func judge(_ photos: [Photo]) async throws -> [JudgedPhoto] {
    let matches = try await matches(photos)
    let records = matches.compactMap(\.record)
    let judge = Judge(
      source, configuration.options.walk, looks: try await destination?.look(for: records) ?? [:],
      back: try await trash?.bringBack(listed: records, isDryRun: true) ?? [], now: Catalog.now()
    )
    return zip(photos, matches).map { photo, match in
      JudgedPhoto(photo: photo, record: match.record, judgement: judge.judgement(of: photo, match))
    }
  }

  private func matches(_ photos: [Photo]) async throws(MirrorError) -> [PhotoMatch] {
    guard let catalog else { return photos.map { _ in PhotoMatch(site: "") } }
    return try await catalog.query { [configuration] catalog throws(CatalogError) in
      try PhotoLookup(
        catalog, provider: configuration.provider.manifest.name, source: configuration.source
      ).match(photos)
    }
  }
}
