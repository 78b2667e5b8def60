import Catalog
import MirrorCore
import Threads

/// The place of a worker's photos, which is that of all workers.
struct WorkPlace: Sendable {
  /// For the oldest worker to give the place its id.
  private static let attempts = 25
  private static let pause = Duration.milliseconds(200)

  private let store: OpenedStore
  private let mirror: Mirror
  private let session: WorkerSession

  init(_ store: OpenedStore, of mirror: Mirror, _ session: WorkerSession) {
    (self.store, self.mirror, self.session) = (store, mirror, session)
  }

  /// Of workers that begin together over an empty catalog, the oldest one's place becomes the mirror's, and the others
  /// wait for that.
  /// - Throws: ``MirrorError`` if the other workers' photos are elsewhere, or most of the mirror's files are missing.
  func check(acceptsLosses: Bool, on disk: ThreadPool) async throws {
    guard let server = mirror.catalog?.address else { return }
    let catalog = try await disk.run { () throws(MirrorError) in
      try CatalogLocation.server(server).thread(.sharing())
    }
    try await whileOpen {
      try await awaitOldest(catalog)
      try await store.check(
        catalog, of: mirror, for: .run(acceptsLosses: acceptsLosses), marks: true)
    } close: {
      await catalog.close()
    }
  }

  private func awaitOldest(_ catalog: CatalogThread) async throws {
    for _ in 0..<Self.attempts {
      let check = try await store.placeCheck(catalog, of: mirror)
      guard check.sample == 0, check.mark != check.id, try await session.place().place > 0 else {
        return
      }
      try await Task.sleep(for: Self.pause)
    }
    throw MirrorError.directory("the other workers do not use \(store.name)", .otherMirror)
  }
}
