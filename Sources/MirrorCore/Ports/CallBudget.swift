/// The party that a site counts calls for: a key at a host, whichever source uses it.
package struct CallAccount: Sendable, Hashable {
  /// In lower case, without a port.
  package let host: String
  /// Distinguishes keys without revealing them; empty if there is no key.
  package let keyDigest: String

  /// An account from its stored parts.
  package init(host: String, keyDigest: String) {
    self.host = host
    self.keyDigest = keyDigest
  }
}

/// The calls that an account had left at a time.
package struct CallBudget: Sendable, Hashable {
  /// Calls; negative if more calls were made than allowed.
  package let tokens: Double
  /// Seconds since 1970.
  package let time: Double

  /// A budget to store.
  package init(tokens: Double, time: Double) {
    self.tokens = tokens
    self.time = time
  }
}
