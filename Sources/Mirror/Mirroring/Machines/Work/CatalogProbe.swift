import Catalog
import MirrorCore

/// What the server of a catalog says of itself, and of what the user may do there.
public struct CatalogProbe: Sendable, Hashable {
  /// Of PostgreSQL.
  public let version: String
  /// Whether the connection uses TLS.
  public let isEncrypted: Bool
  /// Whether the server is on this machine.
  public let isLocal: Bool
  /// How many more connections the server takes from this user.
  public let freeConnections: Int
  /// Whether there is a catalog, of any version.
  public let hasCatalog: Bool
  /// Whether the user may make one.
  public let mayMake: Bool
  /// What a worker needs and the user lacks, in the words of GRANT; empty if there is no catalog.
  public let missingRights: [String]

  /// Connections that a worker has at most.
  public static let connectionsOfWorker = 4

  /// Changes nothing. Blocks.
  /// - Throws: ``MirrorError`` if there is no connection.
  public init(of server: CatalogServer) throws(MirrorError) {
    do throws(CatalogError) {
      let probe = try ServerProbe(of: server.address)
      (version, isEncrypted, isLocal) = (probe.version, probe.isEncrypted, probe.isLocal)
      freeConnections = min(probe.freeConnections, probe.userConnections ?? .max)
      (hasCatalog, mayMake) = (probe.hasCatalog, probe.mayMake)
      missingRights = probe.missingRights
    } catch {
      throw MirrorError(error)
    }
  }
}
