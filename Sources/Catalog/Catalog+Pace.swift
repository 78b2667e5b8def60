/// How many calls a provider had left, and when.
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
  /// What an earlier run had left of the provider's calls; nil where none made any.
  package func pace(ofProvider provider: String) throws(CatalogError) -> PaceRecord? {
    try database.rows(
      "SELECT tokens, noted_at FROM pace WHERE provider = ?", .text(provider)
    ) { PaceRecord(tokens: $0.real(0), time: $0.real(1)) }.first
  }

  /// Remembers what is left of the provider's calls.
  package func notePace(_ pace: PaceRecord, ofProvider provider: String) throws(CatalogError) {
    try database.run(
      """
      INSERT INTO pace (provider, tokens, noted_at) VALUES (?, ?, ?)
      ON CONFLICT (provider) DO UPDATE SET tokens = excluded.tokens, noted_at = excluded.noted_at
      """, .text(provider), .real(pace.tokens), .real(pace.time))
  }
}
