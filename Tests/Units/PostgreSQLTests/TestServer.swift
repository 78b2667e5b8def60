import Foundation
import PostgreSQL

/// The server of `Tests/Programs/PostgreSQL/run`. Each test has a database of its own there.
enum TestServer {
  private static let variable = "PHOTOMIRROR_TEST_POSTGRESQL"
  private static var address: String? { ProcessInfo.processInfo.environment[variable] }
  static var isThere: Bool { address != nil }

  /// A new database, which is dropped when the value is released.
  final class Database: Sendable {
    let name = "test_" + UUID().uuidString.lowercased().filter { $0 != "-" }

    init() throws { try TestServer.session().execute("CREATE DATABASE \(name)") }

    deinit { try? TestServer.session().execute("DROP DATABASE \(name) WITH (FORCE)") }

    var address: String { (TestServer.address ?? "").replacing("/postgres?", with: "/\(name)?") }
    var server: ServerAddress { get throws { try ServerAddress(address) } }

    /// The sources whose kept counts are not those of their rows.
    func wrongCounts() throws -> [String] {
      try read(
        """
        SELECT address FROM photomirror.source
        WHERE (SELECT coalesce(sum(mirrored), 0)::text || ' ' || coalesce(sum(missing), 0) || ' '
            || coalesce(sum(open), 0) FROM photomirror.tally WHERE tally.source = source.id)
          <> (SELECT count(*) FILTER (WHERE is_mirrored = 1)::text || ' '
            || count(*) FILTER (WHERE is_mirrored = 0) FROM photomirror.photo
            WHERE photo.source = source.id) || ' '
            || (SELECT count(*) FROM photomirror.job WHERE job.source = source.id AND state <> 2)
        """)
    }

    /// Ends the connections of all programs.
    func disconnect() throws {
      try TestServer.session().execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(name)'")
    }

    /// What another program reads.
    func read(_ sql: String) throws -> [String] {
      var rows: [String] = []
      try ServerSession(server).read(sql, each: [[]]) { _, answer in
        if answer.isRow { rows.append(answer.text(0) ?? "NULL") }
      }
      return rows
    }
  }

  static func session() throws -> ServerSession {
    try ServerSession(ServerAddress(address ?? ""))
  }
}
