import MirrorCore

extension Catalog {
  /// The call budget that an earlier run left for the account; nil if there was no call.
  package func pace(of account: CallAccount) throws(CatalogError) -> CallBudget? {
    try database.rows(
      "SELECT tokens, noted_at FROM pace WHERE host = ? AND key_digest = ?", .text(account.host),
      .text(account.keyDigest)
    ) { CallBudget(tokens: $0.real(0), time: $0.real(1)) }.first
  }

  /// Stores the account's call budget.
  package func notePace(_ pace: CallBudget, of account: CallAccount) throws(CatalogError) {
    try database.run(
      """
      INSERT INTO pace (host, key_digest, tokens, noted_at) VALUES (?, ?, ?, ?)
      ON CONFLICT (host, key_digest)
      DO UPDATE SET tokens = excluded.tokens, noted_at = excluded.noted_at
      """, .text(account.host), .text(account.keyDigest), .real(pace.tokens), .real(pace.time))
  }
}
