extension Recovery {
  /// What happened on the way.
  public enum Finding: Sendable, Hashable {
    /// A snapshot is not used; a sentence in lower case without a period.
    case refused(snapshot: String, reason: String)
    /// A snapshot is not used because its time is more than a day ahead and it was not named.
    case ahead(snapshot: String, name: String)
    /// The damaged catalog has another name now.
    case setAside(path: String)
    /// A file of the mirror is not recorded and stays where it is; a clause in lower case without a period.
    case left(path: String, reason: String)
    /// The photos are in a store that the user did not name, whose objects were not listed.
    case unlisted(store: String)
  }

  /// The result of a recovery.
  public struct Result: Sendable, Hashable {
    /// The snapshot that is the catalog now; nil if the catalog is whole.
    public let snapshot: String?
    /// The time of the snapshot, in UTC.
    public let date: String?
    /// Photos whose file the catalog records.
    public let photos: Int
    /// What the files of the mirror added; nil if they were not listed.
    public let files: Files?
  }

  /// What the files of a mirror say beyond a snapshot.
  public struct Files: Sendable, Hashable {
    /// Photos that were stored after the snapshot, recorded from the sidecars beside them.
    public internal(set) var recorded = 0
    /// Photos of the snapshot whose files were replaced after it.
    public internal(set) var replaced = 0
    /// Photos and old versions that went to the trash after the snapshot.
    public internal(set) var trashed = 0
    /// Files that are named and not recorded.
    public internal(set) var left = 0
    /// Photos of the catalog whose files are missing.
    public internal(set) var missing = 0
  }
}
