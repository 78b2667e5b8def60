import Catalog
import MirrorCore

/// A source of a mirror, and the options of its last run, as the catalog knows them.
public struct RecordedSource: Sendable, Hashable {
  /// `flickr:recent`.
  public let address: String
  /// The size and the thumbnails of the last run; nil if unknown.
  public let choices: SourceChoices?
  /// ``MirrorConfiguration/recordedOptions`` of the last run that had them; may come from somebody else, as the whole
  /// catalog may.
  public let options: String?

  /// The sources of a mirror, in the order of their first runs. Blocks.
  /// - Throws: ``MirrorError`` if there is no mirror, or if its catalog cannot be read.
  public static func all(of mirror: Mirror) throws(MirrorError) -> [RecordedSource] {
    try mirror.read { catalog throws(CatalogError) in
      try all(catalog)
    }
  }

  /// The same of a catalog that workers share, which is made if it is missing. Waits for its server as workers do.
  /// Blocks.
  /// - Throws: ``MirrorError`` if the catalog cannot be used.
  public static func all(sharing server: CatalogServer) throws(MirrorError) -> [RecordedSource] {
    try CatalogLocation.server(server.address).with(.sharing()) { catalog throws(CatalogError) in
      try all(catalog)
    }
  }

  private static func all(_ catalog: Catalog) throws(CatalogError) -> [RecordedSource] {
    try catalog.sources().sorted { $0.id < $1.id }.map {
      RecordedSource(address: $0.address, choices: $0.choices, options: $0.options)
    }
  }
}
