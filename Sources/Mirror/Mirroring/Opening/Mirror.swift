import Images
import LocalFiles
import MirrorCore

/// A mirror and how to reach it. Opens nothing.
///
/// Every task takes one, so that a program can use several mirrors at once, each with its own catalog and store.
public struct Mirror: Sendable {
  /// Its directory.
  public var path: String
  /// The database with the catalog; nil: the catalog is a file in the directory.
  public var catalog: CatalogServer?
  /// The object store of the photos, as the user names it for this call; nil if the user names none.
  public var store: StoreLocation?
  /// What the user named in earlier calls; nil: no store is used unless it is ``store``.
  public var knownStores: (any StoreMemory)?
  /// The user's key of 32 bytes, which tells the records of galleries that the user's runs wrote from forged ones; nil:
  /// each time, all their pages are compared and all their pictures are made again.
  public var galleryKey: [UInt8]?
  /// The processes that decode photos; nil: this process decodes them.
  public var decoders: DecoderProcesses?

  /// A mirror whose catalog is in its directory.
  public init(_ path: String) { self.path = path }

  /// For what needs no mirror, such as a listing.
  public static let none = Mirror("")

  var directory: MirrorDirectory { MirrorDirectory(path) }
  /// For what a store or a file may have been named; that of a new one comes first.
  public var storeOwners: [StoreOwner] {
    (catalog.map { [.catalog($0.address.text)] } ?? []) + [.directory(path)]
  }
}
