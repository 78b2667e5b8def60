import Catalog
import LocalFiles
import MirrorCore

/// The place of a mirror's photos. Blocks.
extension Mirror {
  private static let setting = "store"

  /// Where the photos are, as the catalog says, which may be somebody else's: not to be connected to. Nil for the
  /// directory.
  static func store(recordedIn catalog: Catalog) throws(MirrorError) -> StoreLocation? {
    let record: String?
    do { record = try catalog.setting(setting) } catch { throw MirrorError(error) }
    guard let record, !record.isEmpty else { return nil }
    guard let location = StoreLocation(record: record) else {
      throw .directory("the catalog of this mirror names an invalid object store")
    }
    return location
  }

  /// For tasks that know only files.
  /// - Throws: If the photos are in an object store.
  static func checkHoldsPhotos(_ catalog: Catalog) throws(MirrorError) {
    guard let store = try store(recordedIn: catalog) else { return }
    throw .directory("the photos of this mirror are in \(store.name)", .remoteStore)
  }

  /// Where the photos are; nil for the directory.
  /// - Throws: If the user did not name that store, or named another one.
  func store(of catalog: Catalog) throws(MirrorError) -> StoreLocation? {
    guard let recorded = try Self.store(recordedIn: catalog) else { return nil }
    guard var named = store else {
      try check(recorded)
      return recorded
    }
    guard named.name == recorded.name else { throw otherStore(recorded.name, named.name) }
    named.lock = named.lock ?? recorded.lock
    if named == recorded { knownStores?.note(named, of: directory.path) }
    return named
  }

  /// The place of the photos of a run: the named one, which is recorded, else the recorded one.
  /// - Throws: If the mirror stores its photos elsewhere, or in a store that the user did not name.
  func chooseStore(in catalog: Catalog) throws(MirrorError) -> StoreLocation? {
    let recorded = try Self.store(recordedIn: catalog)
    guard var named = store else {
      if let recorded { try check(recorded) }
      return recorded
    }
    if named.name == recorded?.name { named.lock = named.lock ?? recorded?.lock }
    if named != recorded {
      let mirrored: Int
      do { mirrored = try catalog.counts().reduce(0) { $0 + $1.mirrored } } catch {
        throw MirrorError(error)
      }
      guard mirrored == 0 || recorded?.name == named.name else {
        throw otherStore(recorded?.name ?? "its directory", named.name)
      }
      do { try catalog.noteSetting(Self.setting, named.record) } catch { throw MirrorError(error) }
    }
    knownStores?.note(named, of: directory.path)
    return named
  }

  /// The place of a copy's photos: that of the record of an earlier copy.
  /// - Parameter record: Nil for the directory.
  /// - Throws: If the user names another store, or did not name that one.
  func store(of record: String?) throws(MirrorError) -> StoreLocation? {
    guard let record else {
      guard let store else { return nil }
      throw otherStore("its directory", store.name)
    }
    guard let recorded = StoreLocation(record: record) else {
      throw .directory("the copy in \(directory.path) names an invalid object store")
    }
    guard var store else {
      try check(recorded)
      return recorded
    }
    guard store.name == recorded.name else { throw otherStore(recorded.name, store.name) }
    store.lock = store.lock ?? recorded.lock
    return store
  }

  /// Records where the photos are.
  /// - Parameter store: Nil for the directory.
  static func note(_ store: StoreLocation?, in catalog: Catalog) throws(CatalogError) {
    let recorded = try catalog.setting(setting)
    guard store != nil || recorded != nil else { return }
    try catalog.noteSetting(setting, store?.record ?? "")
  }

  func otherStore(_ recorded: String, _ named: String) -> MirrorError {
    .directory("this mirror stores its photos in \(recorded), and not in \(named)", .otherStore)
  }

  private func check(_ recorded: StoreLocation) throws(MirrorError) {
    // The server is the user's choice, and thereby its catalog.
    guard self.catalog == nil, knownStores?.has(recorded, of: directory.path) != true else {
      return
    }
    throw .directory(
      "the catalog in \(directory.path) says that the photos are in \(recorded.text), a store that you have"
        + " not named for it", .unknownStore(recorded))
  }
}
