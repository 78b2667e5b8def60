import MirrorCore
import Threads

/// What the user's key may do in the object store of a mirror's photos, tried.
public struct StoreProbe: Sendable {
  /// The store's name with the address of its server.
  public let place: String
  /// Why requests that a mirror needs are refused: a list, a read, a write; empty if none is.
  public let refusals: [String]
  /// Why deletions are refused; nil if they are not.
  public let deletion: String?
  /// Whether an existing object is kept when another writer stores one of its name at the same time.
  public let keepsExisting: Bool
  /// Whether the store computes digests of files, so that a verification need not read them.
  public let provesFiles: Bool

  /// Nil if the mirror's photos are in its directory. Also for a mirror that does not exist yet.
  /// - Throws: ``MirrorError`` if the catalog cannot be read, if the user did not name its store, or if there are no
  ///   credentials.
  public init?(of mirror: Mirror) async throws {
    let location = try await mirror.openIfExists { open in
      guard let open else { return mirror.store }
      return try await open.perform { try mirror.store(of: $0) }
    }
    guard let location else { return nil }
    let disk = ThreadPool(name: "disk", width: 1)
    var network = StoreNetwork()
    (network.attempts, network.outage) = (2, .zero)
    let rights = try await whileOpen {
      let store = try await OpenedStore.open(
        location, for: mirror.directory, on: disk, network: network, writes: false)
      return try await whileOpen {
        await store.rights()
      } close: {
        await store.close()
      }
    } close: {
      await disk.shutdown()
    }
    guard let rights else { return nil }
    place = location.text
    refusals = [("list", rights.lists), ("read", rights.reads), ("write", rights.writes)]
      .compactMap { what, reason in reason.map { "it may not \(what): \($0)" } }
    deletion = rights.deletes
    (keepsExisting, provesFiles) = (rights.keepsExisting, rights.provesFiles)
  }
}
