import MirrorCore

/// What an object store or a file is named for: whoever can write there decides what a catalog records.
public enum StoreOwner: Sendable, Hashable {
  /// A mirror's directory, by its path.
  case directory(String)
  /// The catalog on a server, by its address.
  case catalog(String)
}

/// The object stores that the user named. Blocks; any thread.
///
/// A directory or a database may have been written by somebody else, who would get all photos, signed requests and
/// the answers of other servers, or have photos locked for a hundred years. So the store and the lock in a catalog are
/// used only if the caller names the same ones, or remembers that the user did so for this owner.
public protocol StoreMemory: Sendable {
  /// The store that the user named last for the owner, with its lock; nil if none.
  func store(of owner: StoreOwner) -> StoreLocation?
  /// Remembers that the user named this store for the owner. After a failure the store must be named again.
  func note(_ store: StoreLocation, of owner: StoreOwner)
  /// Tells the user that new objects get no lock, because the one that the catalog records was not named.
  func tell(notApplied lock: ObjectLock, to store: StoreLocation)
}
