import MirrorCore

/// Which object store a mirror uses, and with which lock. What a catalog records decides nothing: the user's word does,
/// now or remembered.
enum StoreDecision: Hashable {
  /// The photos are in the directory.
  case directory
  /// The lock is one that the user named.
  case use(StoreLocation)
  /// The catalog's lock is not used, because the user did not name it.
  case useUnlocked(StoreLocation, recorded: ObjectLock)
  /// The user did not name the recorded store.
  case unknown(StoreLocation)
  /// The user names another store than the recorded one.
  case other(recorded: StoreLocation, named: StoreLocation)

  /// - Parameters:
  ///   - recorded: That of the catalog; nil for the directory.
  ///   - named: That of this call; nil if the user names none.
  ///   - known: Those that the user named before.
  init(recorded: StoreLocation?, named: StoreLocation?, known: [StoreLocation]) {
    guard let recorded else {
      self = named.map(Self.use) ?? .directory
      return
    }
    guard named != nil || known.contains(where: { $0.isSamePlace(as: recorded) }) else {
      self = .unknown(recorded)
      return
    }
    var store = named ?? recorded
    guard store.name == recorded.name else {
      self = .other(recorded: recorded, named: store)
      return
    }
    store.lock = named?.lock
    if store.lock == nil, let lock = recorded.lock {
      guard known.contains(where: { $0.name == recorded.name && $0.lock == lock }) else {
        self = .useUnlocked(store, recorded: lock)
        return
      }
      store.lock = lock
    }
    self = .use(store)
  }
}

extension StoreLocation {
  /// Whether requests for both go to the same place, whatever is locked.
  func isSamePlace(as other: StoreLocation) -> Bool {
    var (one, other) = (self, other)
    (one.lock, other.lock) = (nil, nil)
    return one == other
  }
}
