import Catalog
import Foundation
import LocalFiles
import Locking
import MirrorCore
import Testing

@testable import Mirroring

@Suite("The object store that a catalog names")
struct MirrorStoreTests {
  /// What a user named before.
  private final class Memory: StoreMemory {
    private let known = Locked<[StoreOwner: StoreLocation]>([:])
    private let told = Locked<[ObjectLock]>([])
    var notApplied: [ObjectLock] { told.withLock(\.self) }

    func store(of owner: StoreOwner) -> StoreLocation? { known.withLock { $0[owner] } }

    func note(_ store: StoreLocation, of owner: StoreOwner) {
      known.withLock { $0[owner] = store }
    }

    func tell(notApplied lock: ObjectLock, to store: StoreLocation) {
      told.withLock { $0.append(lock) }
    }
  }

  /// A mirror whose catalog says that its photos are in a store that nobody named. Nothing answers there.
  private func prepared() async throws -> (TestArchive, StoreLocation) {
    let archive = try await TestArchive(photos: 2)
    var location = try #require(StoreLocation("s3://photos/a"))
    location.settings["endpoint"] = "http://127.0.0.1:9"
    try archive.catalog().noteSetting("store", location.record)
    return (archive, location)
  }

  private typealias Call = @Sendable (Mirror) async throws -> Void

  private static let calls: [(name: String, call: Call)] = [
    ("verify", { try await Verification(of: $0).run { _ in } }),
    (
      "repair",
      { _ = try await Repair(of: $0, Verification.Options()).prepare(isDryRun: false) { _ in } }
    ),
    ("trash", { try await MirrorTrash(of: $0).list { _ in } }),
    ("empty", { _ = try await MirrorTrash(of: $0).empty(olderThan: .zero) }),
    ("restore", { _ = try await MirrorTrash(of: $0).restore(["x"]) }),
    ("forget", { _ = try await MirrorTrash(of: $0).forget(["x"]) }),
    ("thumbnails", { _ = try await ThumbnailRebuild(in: $0, .init()).run { _ in } }),
    ("run", { _ = try await MirrorRun(try TestSite().configuration(for: $0)).run() }),
  ]

  @Test("A store that the user did not name is refused by every task, before a request")
  func unknown() async throws {
    let (archive, location) = try await prepared()
    for memory in [nil, Memory()] {
      var mirror = archive.mirror
      mirror.knownStores = memory
      let prepared = mirror
      for (name, call) in Self.calls {
        let error = await #expect(throws: MirrorError.self, "\(name)") {
          try await call(prepared)
        }
        guard case .directory(let message, .unknownStore(location)) = error else {
          Issue.record("\(name): \(String(describing: error))")
          continue
        }
        #expect(message.contains("s3://photos/a at http://127.0.0.1:9"), "\(name)")
      }
    }
    #expect(archive.has(archive.paths[0]))
  }

  @Test("A store that the user named is remembered for its directory, and for no other")
  func remembered() async throws {
    let (archive, location) = try await prepared()
    let memory = Memory()
    var mirror = archive.mirror
    (mirror.store, mirror.knownStores) = (location, memory)
    let catalog = try archive.catalog()
    #expect(try mirror.store(of: catalog) == location)
    mirror.store = nil
    #expect(try mirror.store(of: catalog) == location)
    mirror.path = archive.outside("copy")
    let copy = mirror
    #expect(throws: MirrorError.self) { try copy.store(of: catalog) }
  }

  @Test("A store in a catalog on a server is used only if the user named it for that catalog")
  func onServer() async throws {
    let (archive, location) = try await prepared()
    let memory = Memory()
    let catalog = try archive.catalog()
    var mirror = archive.mirror
    (mirror.catalog, mirror.knownStores) = (try CatalogServer("postgresql://me@db/a"), memory)
    let unnamed = mirror
    for choose in [{ try unnamed.store(of: $0) }, { try unnamed.chooseStore(in: $0) }]
      as [(Catalog) throws -> StoreLocation?]
    {
      let error = #expect(throws: MirrorError.self) { try choose(catalog) }
      #expect(error.map { "\($0)" }?.contains("unknownStore") == true)
      #expect(error?.message.contains("the catalog postgresql://me@db/a says") == true)
    }
    mirror.store = location
    #expect(try mirror.chooseStore(in: catalog) == location)
    #expect(memory.store(of: .catalog("postgresql://me@db/a")) == location)
    // The same catalog from another directory, and another catalog.
    (mirror.store, mirror.path) = (nil, archive.outside("elsewhere"))
    #expect(try mirror.chooseStore(in: catalog) == location)
    mirror.catalog = try CatalogServer("postgresql://me@db/b")
    let other = mirror
    #expect(throws: MirrorError.self) { try other.chooseStore(in: catalog) }
    // What was named for the directory before it had this catalog counts.
    memory.note(location, of: .directory(other.path))
    #expect(try other.chooseStore(in: catalog) == location)
  }

  @Test("A recorded lock that the user did not name is told, not used, and stays recorded")
  func foreignLock() async throws {
    let (archive, location) = try await prepared()
    var locked = location
    locked.lock = ObjectLock(.compliance, days: ObjectLock.mostDays)
    let catalog = try archive.catalog()
    try catalog.noteSetting("store", locked.record)
    let memory = Memory()
    var mirror = archive.mirror
    (mirror.store, mirror.knownStores) = (location, memory)
    #expect(try mirror.store(of: catalog) == location && memory.notApplied.isEmpty)
    #expect(try mirror.chooseStore(in: catalog) == location)
    mirror.store = nil
    #expect(try mirror.store(of: catalog, writes: true) == location)
    #expect(memory.notApplied == [locked.lock, locked.lock])
    #expect(try Mirror.store(recordedIn: catalog) == locked)
    // Named once, it is used without being named.
    mirror.store = locked
    #expect(try mirror.chooseStore(in: catalog) == locked)
    for store in [nil, location] {
      mirror.store = store
      #expect(try mirror.chooseStore(in: catalog) == locked)
    }
    mirror.store?.lock = ObjectLock(.none, days: 0)
    _ = try mirror.chooseStore(in: catalog)
    #expect(try Mirror.store(recordedIn: catalog) == location)
  }

  @Test("A mirror with photos keeps its place, and one without can be given a store")
  func chosen() async throws {
    let (archive, location) = try await prepared()
    let other = try #require(StoreLocation("s3://photos/b"))
    var mirror = archive.mirror
    mirror.store = other
    let (catalog, named) = (try archive.catalog(), mirror)
    let error = #expect(throws: MirrorError.self) { try named.chooseStore(in: catalog) }
    #expect(
      error?.message == "this mirror stores its photos in s3://photos/a, and not in s3://photos/b")
    // The same place at another address is the same store.
    var moved = location
    moved.settings["endpoint"] = "http://127.0.0.1:10"
    mirror.store = moved
    #expect(try mirror.chooseStore(in: catalog) == moved)
    #expect(try Mirror.store(recordedIn: catalog) == moved)

    let empty = try await TestArchive(photos: 0)
    try await empty.add([])
    var new = empty.mirror
    new.store = other
    let emptyCatalog = try empty.catalog()
    #expect(try new.chooseStore(in: emptyCatalog) == other)
    #expect(try Mirror.store(recordedIn: emptyCatalog) == other)
  }

  @Test(
    "Tasks that know only files refuse a mirror in a store, and change nothing",
    arguments: [
      "gallery", "run with albums",
    ])
  func files(task: String) async throws {
    let (archive, location) = try await prepared()
    let before = archive.files
    var mirror = archive.mirror
    (mirror.store, mirror.knownStores) = (location, Memory())
    let named = mirror
    let error = await #expect(throws: MirrorError.self) {
      switch task {
      case "gallery": _ = try await MirrorGallery(of: named).write()
      default:
        let site = try TestSite()
        _ = try await MirrorRun(site.configuration(for: named) { $0.albums = .links }).run()
      }
    }
    guard case .directory(_, .remoteStore) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(archive.files == before)
  }

  @Test(
    "A text that names no store is an error of the catalog",
    arguments: [
      "s3://", "https://photos", "s3://photos?endpoint=ftp://x", "s3://photos?odd=1",
    ])
  func invalid(text: String) async throws {
    let archive = try await TestArchive(photos: 1)
    try archive.catalog().noteSetting("store", text)
    let error = await #expect(throws: MirrorError.self) {
      try await Verification(of: archive.mirror).run { _ in }
    }
    #expect(error?.message == "the catalog of this mirror names an invalid object store")
  }
}
