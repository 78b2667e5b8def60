import MirrorCore

extension RunCatalog {
  package func currentPass() async throws(MirrorError) -> PassRecord? {
    guard let pass else { return nil }
    return try await query { catalog throws(CatalogError) in
      try catalog.passes("source = ? AND number = ?", source.id, pass, limit: 1).first
    }
  }

  package func noteFound(_ ids: [Int64]) async throws(MirrorError) {
    guard let pass else { return }
    try await query { catalog throws(CatalogError) in
      try catalog.noteFound(ids, in: source, pass: pass)
    }
  }

  package func noteDoubt(_ doubt: PassDoubt) async throws(MirrorError) {
    guard let pass else { return }
    try await query { catalog throws(CatalogError) in
      try catalog.noteDoubt(doubt, ofPass: pass, of: source)
    }
  }

  package func firstJudgingPass(_ policy: GonePolicy) async throws(MirrorError) -> Int64? {
    try await query { catalog throws(CatalogError) in
      try catalog.firstJudgingPass(policy, ofSource: source.id, now: clock())
    }
  }

  package func listedElsewhere(
    _ ids: [Int64], _ policy: GonePolicy
  ) async throws(MirrorError) -> Set<Int64> {
    try await query { catalog throws(CatalogError) in
      try catalog.listedElsewhere(ids, than: source, policy, now: clock())
    }
  }

  package func noteWithdrawal(_ isWithdrawn: Bool) async throws(MirrorError) -> Bool {
    try await query { catalog throws(CatalogError) in
      try catalog.noteWithdrawal(isWithdrawn, of: source, at: clock())
    }
  }
}
