import MirrorCore
import PostgreSQL

/// The slots of hosts, on a server only. A slot is held as long as its worker's lease lasts.
extension Catalog {
  /// Another class of locks than those of the catalog.
  private static let lockClass = Schema.applicationID + 1

  /// Takes and gives back slots: after this call, a part of a worker has those of the hosts that it demands, and of no
  /// other host.
  /// - Parameter part: What of the worker it is; each part has slots of its own.
  /// - Returns: Slots for new transfers, by host.
  func exchangeSlots(
    of worker: Int64, part: Int, for demands: [SlotDemand]
  ) throws(CatalogError) -> [String: Int] {
    try transaction { () throws(CatalogError) in
      // One after another, so that nobody decides by slots that change.
      _ = try database.rows("SELECT pg_advisory_xact_lock(\(Self.lockClass), 0)") { _ in }
      try database.run(
        """
        DELETE FROM host_slot WHERE worker <> ? AND NOT EXISTS (
          SELECT 1 FROM worker WHERE worker.id = host_slot.worker
            AND \(ServerTime.isAlive))
        """, SQLValue(worker))
      try giveBack(of: worker, part, except: Set(demands.map(\.host)))
      var contenders = try contenders(of: demands.map(\.host))
      var slots: [String: Int] = [:]
      var rows: [[SQLValue]] = []
      for (index, demand) in demands.enumerated() {
        let isMe = { (row: HostTurns.Contender) in row.worker == worker && row.part == part }
        var me =
          contenders[index].first(where: isMe)
          ?? HostTurns.Contender(
            worker: worker, part: part, slots: 0, wanted: 0, turn: .greatestFiniteMagnitude)
        contenders[index].removeAll(where: isMe)
        me.wanted = demand.wanted
        let grant = HostTurns.grant(
          me, held: demand.held, among: contenders[index], width: demand.width)
        slots[demand.host] = grant.slots
        rows.append([
          .text(demand.host), SQLValue(worker), SQLValue(part), SQLValue(grant.recorded),
          SQLValue(demand.wanted), SQLValue(grant.isOver), SQLValue(grant.slots),
        ])
      }
      if !rows.isEmpty { _ = try database.update(Self.noteSlots, each: rows) }
      return slots
    }
  }

  private static let noteSlots = """
    INSERT INTO host_slot (host, worker, part, slots, wanted, held_since)
    VALUES (?1, ?2, ?3, ?4, ?5, CASE WHEN ?7 > 0 THEN clock_timestamp() END)
    ON CONFLICT (host, worker, part) DO UPDATE SET slots = ?4, wanted = ?5,
      turn_at = CASE WHEN ?6 = 1 THEN clock_timestamp() ELSE host_slot.turn_at END,
      held_since = CASE WHEN ?7 = 0 THEN NULL
        ELSE coalesce(host_slot.held_since, clock_timestamp()) END
    """

  private func giveBack(
    of worker: Int64, _ part: Int, except hosts: Set<String>
  ) throws(CatalogError) {
    let own = try database.rows(
      "SELECT host FROM host_slot WHERE worker = ? AND part = ?", SQLValue(worker), SQLValue(part)
    ) { $0.text(0) ?? "" }
    let rest = own.filter { !hosts.contains($0) }
    guard !rest.isEmpty else { return }
    _ = try database.update(
      "DELETE FROM host_slot WHERE host = ? AND worker = ? AND part = ?",
      each: rest.map { [.text($0), SQLValue(worker), SQLValue(part)] })
  }

  private func contenders(of hosts: [String]) throws(CatalogError) -> [[HostTurns.Contender]] {
    var found = [[HostTurns.Contender]](repeating: [], count: hosts.count)
    guard !hosts.isEmpty else { return found }
    try database.read(
      """
      SELECT worker, part, slots, wanted, extract(epoch FROM \(ServerTime.past("turn_at")))::float8,
        \(ServerTime.since("held_since"))
      FROM host_slot WHERE host = ?
      """, each: hosts.map { [.text($0)] }, isPartial: false
    ) { (place, row) throws(CatalogError) in
      found[place].append(
        HostTurns.Contender(
          worker: row.integer(0), part: Int(row.integer(1)), slots: Int(row.integer(2)),
          wanted: Int(row.integer(3)), turn: row.real(4),
          heldFor: row.isNull(5) ? nil : row.real(5)))
    }
    return found
  }
}
