import LocalFiles
import Locking
import MirrorCore

/// The object stores that this process may use for a mirror.
///
/// A directory may come from somebody else, and whoever wrote its catalog would get all photos, signed requests and
/// the answers of other servers. So the store in a catalog is used only if the caller names the same one, or remembers
/// that the user did so for this directory.
public enum MirrorStore {
  /// What the user named in earlier runs. Blocks; any thread.
  public protocol Memory: Sendable {
    func has(_ store: StoreLocation, of directory: String) -> Bool
    func note(_ store: StoreLocation, of directory: String)
  }

  private static let chosen = Locked<(named: StoreLocation?, memory: (any Memory)?)>((nil, nil))

  /// The store that the user named for this run.
  static var named: StoreLocation? { chosen.withLock(\.named) }

  /// Call before a mirror is opened.
  /// - Parameters:
  ///   - named: The store of the mirrors that this process opens; nil if the user named none.
  ///   - memory: Nil: no store of a catalog is used unless it is named.
  public static func use(_ named: StoreLocation?, memory: (any Memory)?) {
    chosen.withLock { $0 = (named, memory) }
  }

  /// Call with a store that the user has named.
  static func note(_ store: StoreLocation, of directory: MirrorDirectory) {
    chosen.withLock(\.memory)?.note(store, of: directory.path)
  }

  /// - Throws: ``MirrorError`` if the user has not named the store for the directory.
  static func check(_ store: StoreLocation, of directory: MirrorDirectory) throws(MirrorError) {
    // The server is the user's choice, and thereby its catalog.
    guard MirrorCatalog.server == nil else { return }
    guard chosen.withLock(\.memory)?.has(store, of: directory.path) == true else {
      throw .directory(
        "the catalog in \(directory.path) says that the photos are in \(store.text), a store that you have"
          + " not named for it", .unknownStore(store))
    }
  }
}
