import MirrorCore
import PostgreSQL

/// What a database server says of itself, and of what this user may do in the catalog.
package struct ServerProbe: Sendable, Hashable {
  /// Of PostgreSQL.
  package let version: String
  /// Whether the connection uses TLS.
  package let isEncrypted: Bool
  /// Whether the server is on this machine.
  package let isLocal: Bool
  /// How many more connections the server takes.
  package let freeConnections: Int
  /// How many connections this user may have; nil for any number.
  package let userConnections: Int?
  /// Whether there is a catalog, of any version.
  package let hasCatalog: Bool
  /// Whether this user may make a catalog.
  package let mayMake: Bool
  /// What a worker needs and this user lacks: `INSERT`; empty if there is no catalog.
  package let missingRights: [String]

  /// Changes nothing. Blocks.
  package init(of address: ServerAddress) throws(CatalogError) {
    let database = try ServerDatabase(address, for: .reading)
    let found = try database.rows(Self.question) { row in
      ServerProbe(
        version: row.text(0) ?? "", isEncrypted: row.integer(1) != 0, isLocal: row.integer(2) != 0,
        freeConnections: Int(row.integer(3)),
        userConnections: row.integer(4) < 0 ? nil : Int(row.integer(4)),
        hasCatalog: row.integer(5) != 0, mayMake: row.integer(6) != 0,
        missingRights: (row.text(7) ?? "").split(separator: " ").map(String.init))
    }
    database.close()
    guard let found = found.first else {
      throw CatalogError(.statement, "the server \(address.text) gives no answer")
    }
    self = found
  }

  private init(
    version: String, isEncrypted: Bool, isLocal: Bool, freeConnections: Int,
    userConnections: Int?, hasCatalog: Bool, mayMake: Bool, missingRights: [String]
  ) {
    (self.version, self.isEncrypted, self.isLocal) = (version, isEncrypted, isLocal)
    (self.freeConnections, self.userConnections) = (freeConnections, userConnections)
    (self.hasCatalog, self.mayMake) = (hasCatalog, mayMake)
    self.missingRights = missingRights
  }

  private static let question = """
    SELECT current_setting('server_version'),
      coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false),
      inet_server_addr() IS NULL OR inet_server_addr() <<= inet '127.0.0.0/8'
        OR inet_server_addr() = inet '::1',
      greatest(0, current_setting('max_connections')::bigint
        - current_setting('superuser_reserved_connections')::bigint
        - (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend')),
      (SELECT rolconnlimit::bigint FROM pg_roles WHERE rolname = current_user),
      EXISTS (SELECT 1 FROM pg_namespace WHERE nspname = '\(ServerSchema.name)'),
      has_database_privilege(current_database(), 'CREATE'),
      coalesce((SELECT 'USAGE' FROM pg_namespace WHERE nspname = '\(ServerSchema.name)'
          AND NOT has_schema_privilege(oid, 'USAGE')),
        (SELECT string_agg(DISTINCT name, ' ' ORDER BY name)
          FROM pg_class JOIN pg_namespace AS space ON space.oid = relnamespace
            CROSS JOIN unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) AS name
          WHERE nspname = '\(ServerSchema.name)' AND relkind = 'r'
            AND NOT has_table_privilege(pg_class.oid, name)), '')
    """
}
