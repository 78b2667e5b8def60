import MirrorCore

extension MemoryCatalog {
  package func photos(_ ids: [Int64]) throws(MirrorError) -> [KnownPhoto] {
    try with { store in ids.compactMap { store.rows[$0]?.known } }
  }

  package func photos(named name: String) throws(MirrorError) -> [KnownPhoto] {
    try with { store in
      store.rows.values.filter { $0.photo.id == name || $0.path == name }.map(\.known)
        .sorted { $0.record.id < $1.record.id }
    }
  }

  package func departed(
    in states: Set<Departure.State>, after: Int64, limit: Int
  ) throws(MirrorError) -> [KnownPhoto] {
    try with { store in
      let rows = store.rows.values.filter { row in
        row.id > after && row.departure.map { states.contains($0.state) } ?? false
      }
      return rows.map(\.known).sorted { $0.record.id < $1.record.id }.prefix(limit).map(\.self)
    }
  }

  package func depart(_ departures: [Int64: Departure]) throws(MirrorError) {
    try with { store in
      for (id, departure) in departures {
        store.rows[id]?.departure = departure
        guard let row = store.rows[id] else { continue }
        store.rows[id]?.isMirrored = departure.state.isMirrored && row.file != nil
        store.rows[id]?.isDeferred = false
        store.rows[id]?.refusal = nil
      }
    }
  }

  package func comeBack(_ ids: [Int64], isMirrored: Bool) throws(MirrorError) {
    try with { store in
      for id in ids {
        store.rows[id]?.departure = nil
        let hasFile = store.rows[id]?.file != nil
        store.rows[id]?.isMirrored = isMirrored && hasFile
      }
    }
  }

  package func versions(of id: Int64) throws(MirrorError) -> [String] {
    try with { $0.rows[id]?.versions ?? [] }
  }

  package func dropVersions(_ places: [String], of id: Int64) throws(MirrorError) {
    try with { $0.rows[id]?.versions.removeAll(where: places.contains) }
  }

  package func currentPass() throws(MirrorError) -> PassRecord? {
    try with { store in pass.flatMap { store.passes[source.id]?[Int($0) - 1] } }
  }

  package func noteFound(_ ids: [Int64]) throws(MirrorError) {
    guard let pass else { return }
    try with { store in
      for id in ids where store.lastPasses[source.id]?[id] != nil {
        store.lastPasses[source.id]?[id] = pass
      }
    }
  }

  package func noteDoubt(_ doubt: PassDoubt) throws(MirrorError) {
    guard let pass else { return }
    try with { store in
      let before = store.passes[source.id]?[Int(pass) - 1].doubt
      store.passes[source.id]?[Int(pass) - 1].doubt = before ?? doubt
    }
  }

  package func firstJudgingPass(_ policy: GonePolicy) throws(MirrorError) -> Int64? {
    try with { policy.firstPass(of: $0.judgingPasses(of: source.id), now: now) }
  }

  package func listedElsewhere(
    _ ids: [Int64], _ policy: GonePolicy
  ) throws(MirrorError) -> Set<Int64> {
    try with { store in
      let others = store.lastPasses.keys.filter { $0 != source.id }
      return Set(
        ids.filter { id in others.contains { store.lists(id, $0, policy, now: now) } })
    }
  }

  package func noteWithdrawal(_ isWithdrawn: Bool) throws(MirrorError) -> Bool {
    try with { store in
      isWithdrawn
        ? store.withdrawn.insert(source.id).inserted : store.withdrawn.remove(source.id) != nil
    }
  }
}
