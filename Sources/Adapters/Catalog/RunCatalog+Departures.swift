import MirrorCore

extension RunCatalog {
  package func photos(_ ids: [Int64]) throws(MirrorError) -> [KnownPhoto] {
    try reporting { catalog throws(CatalogError) in try catalog.photos(ids) }
  }

  package func photos(named name: String) throws(MirrorError) -> [KnownPhoto] {
    try reporting { catalog throws(CatalogError) in try catalog.photos(named: name) }
  }

  package func departed(
    in states: Set<Departure.State>, after: Int64, limit: Int
  ) throws(MirrorError) -> [KnownPhoto] {
    try reporting { catalog throws(CatalogError) in
      try catalog.departed(in: states, after: after, limit: limit)
    }
  }

  package func depart(_ departures: [Int64: Departure]) throws(MirrorError) {
    try reporting { catalog throws(CatalogError) in try catalog.depart(departures) }
  }

  package func comeBack(_ ids: [Int64], isMirrored: Bool) throws(MirrorError) {
    try reporting { catalog throws(CatalogError) in
      try catalog.comeBack(ids, isMirrored: isMirrored)
    }
  }

  package func versions(of id: Int64) throws(MirrorError) -> [String] {
    try reporting { catalog throws(CatalogError) in try catalog.versions(ofPhoto: id) }
  }

  package func dropVersions(_ places: [String], of id: Int64) throws(MirrorError) {
    try reporting { catalog throws(CatalogError) in try catalog.dropVersions(places, ofPhoto: id) }
  }

  package func currentPass() throws(MirrorError) -> PassRecord? {
    guard let pass else { return nil }
    return try reporting { catalog throws(CatalogError) in
      try catalog.passes("source = ? AND number = ?", source.id, pass, limit: 1).first
    }
  }

  package func noteFound(_ ids: [Int64]) throws(MirrorError) {
    guard let pass else { return }
    try reporting { catalog throws(CatalogError) in
      try catalog.noteFound(ids, in: source, pass: pass)
    }
  }

  package func noteDoubt(_ doubt: PassDoubt) throws(MirrorError) {
    guard let pass else { return }
    try reporting { catalog throws(CatalogError) in
      try catalog.noteDoubt(doubt, ofPass: pass, of: source)
    }
  }

  package func firstJudgingPass(_ policy: GonePolicy) throws(MirrorError) -> Int64? {
    try reporting { catalog throws(CatalogError) in
      try catalog.firstJudgingPass(policy, ofSource: source.id, now: clock())
    }
  }

  package func listedElsewhere(
    _ ids: [Int64], _ policy: GonePolicy
  ) throws(MirrorError) -> Set<Int64> {
    try reporting { catalog throws(CatalogError) in
      try catalog.listedElsewhere(ids, than: source, policy, now: clock())
    }
  }

  package func noteWithdrawal(_ isWithdrawn: Bool) throws(MirrorError) -> Bool {
    try reporting { catalog throws(CatalogError) in
      try catalog.noteWithdrawal(isWithdrawn, of: source, at: clock())
    }
  }
}
