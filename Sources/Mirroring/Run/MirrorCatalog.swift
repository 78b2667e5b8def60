import Catalog
import LocalFiles
import Locking
import MirrorCore
import PostgreSQL

/// The PostgreSQL database with the catalog of the mirror that this process opens. Without one, a catalog is
/// in its mirror's directory.
public enum MirrorCatalog {
  private static let chosen = Locked<ServerAddress?>(nil)

  static var server: ServerAddress? { chosen.withLock(\.self) }

  /// Reports waits for a server that cannot be reached, with its error. Any thread.
  public static func reportWaits(to body: @escaping @Sendable (String) -> Void) {
    CatalogWait.report(to: body)
  }

  /// Ends waits for a server that cannot be reached. Call when the process is about to end. Any thread.
  public static func stopWaiting() { CatalogWait.stop() }

  /// The address of a database.
  public struct Server: Sendable {
    fileprivate let address: ServerAddress

    /// - Parameter address: `postgresql://user@host/database`, without a password.
    /// - Throws: ``MirrorError`` if it is not valid, or contains a password, which the message does not show.
    public init(_ address: String) throws(MirrorError) {
      do { self.address = try ServerAddress(address) } catch {
        throw .directory(error.message, .catalogAccess)
      }
    }
  }

  /// What is wrong with the form of an address; nil if nothing is. Needs no libpq, unlike ``Server``.
  public static func flaw(inAddress address: String) -> String? {
    guard ServerAddress.isAddress(address) else {
      return "a database's address begins with postgresql://"
    }
    let redacted = ServerAddress.redacted(address)
    return redacted == address ? nil : "the address '\(redacted)' contains a password"
  }

  /// An address for people; it may be any text.
  public static func shown(_ address: String) -> String {
    guard !address.isEmpty, !ServerAddress.isAddress(address) else {
      return ServerAddress.redacted(address)
    }
    return "(not an address)"
  }

  /// Another text for people, without the password that the address of a server in it may have.
  public static func withoutPassword(_ text: String) -> String { ServerAddress.redacted(text) }

  /// Call before a mirror is opened.
  /// - Parameter server: Nil for a catalog in the mirror's directory.
  public static func use(_ server: Server?) { chosen.withLock { $0 = server?.address } }
}

extension MirrorDirectory {
  /// Where the catalog is. Blocks.
  /// - Throws: If it is not the one that the caller names. A directory may come from somebody else, so that
  ///   the address in it is shown, and not used.
  func catalogPlace() throws(MirrorError) -> CatalogPlace {
    let recorded = try catalogAddress()
    guard let server = MirrorCatalog.server else {
      guard let recorded else { return .file(catalog) }
      throw .directory("the catalog of this mirror is \(recorded)", .otherCatalog)
    }
    let isMirror = try hasCatalog()
    guard recorded != nil || !isMirror else {
      throw .directory("this mirror has a catalog of its own, \(catalog)", .ownCatalog)
    }
    return .server(server)
  }

  /// Whether it has a catalog, or may have one in a database. Blocks.
  func isMirror() throws(MirrorError) -> Bool {
    if MirrorCatalog.server != nil { return true }
    return try hasCatalog()
  }

  /// Records where the catalog is, for runs that do not say so. Blocks; the caller holds the lock.
  func note(_ place: CatalogPlace) throws(MirrorError) {
    guard case .server(let server) = place, try catalogAddress() != server.text else { return }
    try noteCatalogAddress(server.text)
  }
}

extension Catalog {
  /// The catalog of a mirror for changes. Blocks; the caller holds the lock.
  convenience init(changing directory: MirrorDirectory) throws(MirrorError) {
    let place = try directory.catalogPlace()
    do throws(CatalogError) { try self.init(at: place) } catch { throw MirrorError(error) }
    try directory.note(place)
  }

  /// The catalog of a mirror for reading; nil if there is none. Blocks.
  /// - Throws: If that cannot be determined, or if the catalog cannot be read.
  convenience init?(existingIn directory: MirrorDirectory) throws(MirrorError) {
    guard try directory.isMirror() else { return nil }
    let place = try directory.catalogPlace()
    do throws(CatalogError) {
      try self.init(reading: place)
    } catch {
      guard error.kind != .missing else { return nil }
      throw MirrorError(error)
    }
  }
}
