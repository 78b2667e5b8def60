/// What a run found about photos that its source no longer lists.
public struct GoneReport: Sendable, Hashable {
  /// What the user chose.
  public let action: GonePolicy.Action
  /// Photos that are gone and that no other source lists.
  public internal(set) var gone = 0
  /// Gone photos whose files stay because the user chose that.
  public internal(set) var kept = 0
  /// Gone photos that no earlier run found gone.
  public internal(set) var newlyGone = 0
  /// Gone, and moved to the trash; in a dry run, those that would be.
  public internal(set) var trashed = 0
  /// Gone, and deleted; in a dry run, those that would be.
  public internal(set) var deleted = 0
  /// Gone, and kept because their files are not those that were mirrored.
  public internal(set) var edited = 0
  /// Gone, and kept because their files cannot be moved.
  public internal(set) var failed = 0
  /// Why one of them cannot be moved.
  public internal(set) var failure: String?
  /// Not listed by this source, but by another.
  public internal(set) var listedElsewhere = 0
  /// Not listed, but not yet by enough passes to count as gone.
  public internal(set) var missing = 0
  /// Photos to delete that the site was asked about, with an answer.
  public internal(set) var checked = 0
  /// Photos to delete that the site was not asked about, or gave no answer for: they are kept until a later run asks.
  public internal(set) var unchecked = 0
  /// Set if more photos are gone than this limit: nothing was moved or deleted.
  public internal(set) var exceeded: Int?
  /// Set if this pass proves nothing.
  package internal(set) var doubt: PassDoubt?

  init(action: GonePolicy.Action) { self.action = action }

  /// Whether there is anything to say.
  public var isEmpty: Bool { gone + listedElsewhere + missing == 0 }
}
