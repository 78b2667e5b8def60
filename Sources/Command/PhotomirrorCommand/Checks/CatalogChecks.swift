import Console
import MirrorCore
import Mirroring

/// Checks of the database with a mirror's catalog, on the calling thread: the connection, and what the user may do.
struct CatalogChecks {
  let server: CatalogServer

  func run() -> [Diagnosis] {
    do throws(MirrorError) {
      let probe = try CatalogProbe(of: server)
      return [connection(probe), rights(probe), room(probe)]
    } catch {
      return [.failure("database", error.report.text, hint: error.report.hints.first)]
    }
  }

  private func connection(_ probe: CatalogProbe) -> Diagnosis {
    let name = "PostgreSQL \(probe.version)"
    guard probe.isEncrypted || probe.isLocal else {
      return .warning(
        "database", "\(name), and the connection is not encrypted",
        hint: "add sslmode=verify-full to the address")
    }
    return .ok("database", "\(name), \(probe.isEncrypted ? "with TLS" : "on this machine")")
  }

  private func rights(_ probe: CatalogProbe) -> Diagnosis {
    guard probe.hasCatalog else {
      return probe.mayMake
        ? .ok("database", "there is no catalog yet; the first run or worker makes it")
        : .failure(
          "database", "there is no catalog, and the user may not make one",
          hint: "GRANT CREATE ON DATABASE, or let another user's run make it")
    }
    guard probe.missingRights.isEmpty else {
      let rights = probe.missingRights.joined(separator: ", ")
      guard !probe.missingRights.contains("SELECT"), !probe.missingRights.contains("USAGE") else {
        return .failure(
          "database", "the user may not read the catalog, and lacks \(rights)",
          hint: "'photomirror help storage' has the grants of readers and workers")
      }
      return .warning(
        "database", "the user may only read the catalog, and lacks \(rights)",
        hint: "'status', 'report' and 'export' work; 'help storage' has a worker's grants")
    }
    return .ok("database", "the user may read and write the catalog")
  }

  private func room(_ probe: CatalogProbe) -> Diagnosis {
    let text = "\(Quantity.count(probe.freeConnections, of: "free connection"))"
    guard probe.freeConnections >= CatalogProbe.connectionsOfWorker else {
      return .warning(
        "database", text,
        hint: "a worker takes \(CatalogProbe.connectionsOfWorker); raise max_connections, or the "
          + "user's CONNECTION LIMIT")
    }
    return .ok("database", text)
  }
}
