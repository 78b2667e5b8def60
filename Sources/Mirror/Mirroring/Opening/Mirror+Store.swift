import Catalog
import LocalFiles
import MirrorCore

/// The place of a mirror's photos. Blocks.
extension Mirror {
  private static let setting = "store"

  /// Where the photos are, as the catalog says, which may be somebody else's: not to be connected to. Nil for the
  /// directory.
  static func store(recordedIn catalog: Catalog) throws(MirrorError) -> StoreLocation? {
    let record = try told { () throws(CatalogError) in try catalog.setting(setting) }
    guard let record, !record.isEmpty else { return nil }
    guard let location = StoreLocation(record: record) else {
      throw .directory("the catalog of this mirror names an invalid object store")
    }
    return location
  }

  /// Where the photos are; nil for the directory.
  /// - Parameter writes: Whether photos are stored: then the user is told that a recorded lock is not used.
  /// - Throws: If the user did not name that store, or named another one.
  func store(of catalog: Catalog, writes: Bool = false) throws(MirrorError) -> StoreLocation? {
    guard let recorded = try Self.store(recordedIn: catalog) else { return nil }
    let used = try use(recorded, writes: writes)
    if store != nil, used.isSamePlace(as: recorded) { note(used) }
    return used
  }

  /// The place of the photos of a run: the named one, which is recorded, else the recorded one.
  /// - Throws: If the mirror stores its photos elsewhere, or in a store that the user did not name.
  func chooseStore(in catalog: Catalog) throws(MirrorError) -> StoreLocation? {
    let recorded = try Self.store(recordedIn: catalog)
    guard let named = store else {
      guard let recorded else { return nil }
      return try use(recorded, writes: true)
    }
    guard let recorded, recorded.name == named.name else {
      let mirrored = try told { () throws(CatalogError) in
        try catalog.counts().reduce(0) { $0 + $1.mirrored }
      }
      guard mirrored == 0 else { throw otherStore(recorded?.name ?? "its directory", named.name) }
      try record(named, in: catalog)
      return named
    }
    let used = try use(recorded, writes: true)
    var kept = used
    // Another user of this catalog may have named it.
    kept.lock = named.lock ?? recorded.lock
    if kept != recorded { try record(kept, in: catalog) }
    note(used)
    return used
  }

  private func record(_ store: StoreLocation, in catalog: Catalog) throws(MirrorError) {
    try told { () throws(CatalogError) in try catalog.noteSetting(Self.setting, store.record) }
    note(store)
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
    return try use(recorded, writes: true)
  }

  /// Whether the user named a recorded store before.
  func knows(_ recorded: StoreLocation) -> Bool {
    known.contains { $0.isSamePlace(as: recorded) }
  }

  private var known: [StoreLocation] {
    storeOwners.compactMap { knownStores?.store(of: $0) }
  }

  /// Remembers a store that the user named.
  func note(_ store: StoreLocation) { knownStores?.note(store, of: storeOwners[0]) }

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

  /// The recorded store, as the user named it.
  private func use(_ recorded: StoreLocation, writes: Bool) throws(MirrorError) -> StoreLocation {
    switch StoreDecision(recorded: recorded, named: store, known: known) {
    case .use(let used): return used
    case .useUnlocked(let used, let lock):
      if writes { knownStores?.tell(notApplied: lock, to: used) }
      return used
    case .other(let recorded, let named): throw otherStore(recorded.name, named.name)
    case .directory, .unknown: throw unknown(recorded)
    }
  }

  private func unknown(_ recorded: StoreLocation) -> MirrorError {
    let place = catalog?.address.text ?? "in \(directory.path)"
    return .directory(
      "the catalog \(place) says that the photos are in \(recorded.text), a store that you have not named for it",
      .unknownStore(recorded))
  }
}
