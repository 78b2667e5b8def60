/// Whom a site counts calls to: a key at a host, whichever source it is used for.
package struct CallAccount: Sendable, Hashable {
  /// In lower case, without a port.
  package let host: String
  /// What tells keys apart without telling them; empty where there is none.
  package let keyDigest: String

  /// An account by its name.
  package init(host: String, keyDigest: String) {
    self.host = host
    self.keyDigest = keyDigest
  }
}

/// How many calls an account had left, and when.
package struct PaceRecord: Sendable, Hashable {
  /// Calls; below zero: owed.
  package let tokens: Double
  /// Seconds since 1970.
  package let time: Double

  /// What is to be remembered.
  package init(tokens: Double, time: Double) {
    self.tokens = tokens
    self.time = time
  }
}

extension Catalog {
  /// What an earlier run had left of the account's calls; nil where none made any.
  package func pace(of account: CallAccount) throws(CatalogError) -> PaceRecord? {
    try database.rows(
      "SELECT tokens, noted_at FROM pace WHERE host = ? AND key_digest = ?", .text(account.host),
      .text(account.keyDigest)
    ) { PaceRecord(tokens: $0.real(0), time: $0.real(1)) }.first
  }

  /// Remembers what is left of the account's calls.
  package func notePace(_ pace: PaceRecord, of account: CallAccount) throws(CatalogError) {
    try database.run(
      """
      INSERT INTO pace (host, key_digest, tokens, noted_at) VALUES (?, ?, ?, ?)
      ON CONFLICT (host, key_digest)
      DO UPDATE SET tokens = excluded.tokens, noted_at = excluded.noted_at
      """, .text(account.host), .text(account.keyDigest), .real(pace.tokens), .real(pace.time))
  }
}
