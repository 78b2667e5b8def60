import Console
import Locking
import MirrorCore
import Mirroring
import SystemCalls

/// The object stores that the user named for directories and for catalogs on servers.
///
/// A file for each in `stores` of the user's state folder (XDG Base Directory Specification), with the path of the
/// directory or the address of the catalog, and the store as a catalog keeps it.
struct KnownStores: StoreMemory {
  /// The stores without their recorded lock of which the user knows.
  private static let told = Locked<Set<StoreLocation>>([])

  /// Nil if neither XDG_STATE_HOME nor HOME names a folder: nothing is remembered.
  let folder: String?

  init(_ environment: [String: String]) { folder = StateFolder.path("stores", environment) }

  /// Makes the folder, so that the process can be restricted to it. A failure shows when a file is written.
  func prepare() {
    if let folder { StateFolder.make(folder) }
  }

  func store(of owner: StoreOwner) -> StoreLocation? {
    let name = owner.name
    guard let file = folder?.file(named: name) else { return nil }
    let text = SmallFile.text(of: file, atMost: 16_384)
    guard text.hasPrefix(name + "\n"), text.hasSuffix("\n") else { return nil }
    return StoreLocation(record: String(text.dropFirst(name.count + 1).dropLast()))
  }

  func note(_ store: StoreLocation, of owner: StoreOwner) {
    let name = owner.name
    guard let file = folder?.file(named: name), self.store(of: owner)?.record != store.record else {
      return
    }
    // Without the record, the store must be named again.
    try? SmallFile.replace(file, with: Array("\(name)\n\(store.record)\n".utf8))
  }

  func tell(notApplied lock: ObjectLock, to store: StoreLocation) {
    // Some commands open the store for each of their steps.
    let isFirst = Self.told.withLock { $0.insert(store).inserted }
    guard isFirst else { return }
    let text = TerminalText.line(lock.unnamed(in: store), limit: 2000)
    Output.error.write(lines: ["note      \(text)"])
  }
}

extension ObjectLock {
  /// The note that a recorded lock is not used.
  fileprivate func unnamed(in store: StoreLocation) -> String {
    "new objects in \(store.name) are not locked: you have not named the lock that the catalog records; 'sync' with "
      + "--store and --s3-lock \(mode.rawValue) --s3-retain \(days)d names it"
  }
}
