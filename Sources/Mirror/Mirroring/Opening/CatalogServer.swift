import Catalog
import MirrorCore
import PostgreSQL

/// The address of a PostgreSQL database with the catalog of a mirror.
public struct CatalogServer: Sendable, Hashable {
  let address: ServerAddress

  /// - Parameter address: `postgresql://user@host/database`, without a password.
  /// - Throws: ``MirrorError`` if it is not valid, or contains a password, which the message does not show.
  public init(_ address: String) throws(MirrorError) {
    do { self.address = try ServerAddress(address) } catch {
      throw .directory(error.message, error.kind == .library ? .other : .catalogAccess)
    }
  }

  /// What is wrong with the form of an address; nil if nothing is. Needs no libpq, unlike ``init(_:)``.
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

  /// Reports waits for a server that cannot be reached, with its error. Any thread.
  public static func reportWaits(to body: @escaping @Sendable (String) -> Void) {
    CatalogWait.report(to: body)
  }

  /// Ends waits for a server that cannot be reached. Call when the process is about to end. Any thread.
  public static func stopWaiting() { CatalogWait.stop() }
}
