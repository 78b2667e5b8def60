/// How a place knows the bytes of a file.
package enum FileEvidence: Sendable, Comparable {
  /// Its size and time are known, as from a list.
  case listed
  /// With what was stored beside its bytes, which any program can write.
  case told
  /// With the digest that the place itself computed.
  case proven
  /// All bytes were read for the digest.
  case read
}

/// What is known of a file.
package struct FileFacts: Sendable, Hashable {
  /// What has a name.
  package enum Kind: Sendable, Hashable {
    case file
    case folder
    /// A link, or something else that is no file.
    case other
    /// It may exist: that cannot be determined, as without access to its folder.
    case unknown
  }

  /// What has the name.
  package let kind: Kind
  /// Bytes of the file; 0 for something that is no file.
  package let byteCount: Int64
  /// Seconds since 1970: of the file that was stored, or when it was; nil if unknown.
  package var modifiedAt: Int64?
  /// When anything about it changed, as far as the place tells, seconds since 1970.
  package var changedAt: Int64?
  /// What places tell of few files: one element or none, so that a value without it is cheap to copy.
  private var told: [Told] = []

  private struct Told: Sendable, Hashable {
    var sha256: String?
    var proof: String?
    var reason: String?
    var marks: FileMarks?
    var link: String?
  }

  private subscript<Value>(told path: WritableKeyPath<Told, Value?> & Sendable) -> Value? {
    get { told.isEmpty ? nil : told[0][keyPath: path] }
    set {
      guard newValue != nil || !told.isEmpty else { return }
      if told.isEmpty { told.append(Told()) }
      told[0][keyPath: path] = newValue
    }
  }

  /// The digest that was stored with it, which any program can write, in lower-case hexadecimal; nil if none was.
  package var sha256: String? {
    get { self[told: \.sha256] }
    set { self[told: \.sha256] = newValue }
  }
  /// The digest that the place computed of its bytes, or that was computed by reading them; nil if neither was done.
  package var proof: String? {
    get { self[told: \.proof] }
    set { self[told: \.proof] = newValue }
  }
  /// Why it is unknown whether it exists: a clause in lower case without a period; nil otherwise.
  package var reason: String? {
    get { self[told: \.reason] }
    set { self[told: \.reason] = newValue }
  }
  /// What was stored about it besides its bytes; nil if nothing was.
  package var marks: FileMarks? {
    get { self[told: \.marks] }
    set { self[told: \.marks] = newValue }
  }
  /// The symbolic link that its folder is or is in, relative to the place, so that it is no file of the place; nil if
  /// there is none, and in a list.
  package var link: String? {
    get { self[told: \.link] }
    set { self[told: \.link] = newValue }
  }

  package init(_ kind: Kind, byteCount: Int64 = 0, modifiedAt: Int64? = nil) {
    (self.kind, self.byteCount, self.modifiedAt) = (kind, byteCount, modifiedAt)
  }

  /// The bytes that it has, as far as is known; nil if it has no digest.
  package var fingerprint: FileFingerprint? {
    (proof ?? sha256).map { FileFingerprint(byteCount: byteCount, sha256: $0) }
  }
}
