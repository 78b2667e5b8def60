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
package struct CallBudget: Sendable, Hashable {
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
