/// A lock of the objects of photos and sidecars: until its end, the store keeps every version of them (Amazon S3 User
/// Guide, "Locking objects with Object Lock").
public struct ObjectLock: Sendable, Hashable {
  /// Who may end a lock.
  public enum Mode: String, CaseIterable, Sendable, Hashable {
    /// New objects are not locked.
    case none
    /// Users with a right of its own may end it.
    case governance
    /// Nobody may end it.
    case compliance
  }

  /// The longest lock: a hundred years.
  public static let mostDays = 36_525

  /// Who may end it.
  public let mode: Mode
  /// From when an object is stored, in days.
  public let days: Int

  /// Nil if the days are not from 1 to ``mostDays``, or a lock has none.
  public init?(_ mode: Mode, days: Int) {
    guard mode == .none ? days == 0 : (1...Self.mostDays).contains(days) else { return nil }
    (self.mode, self.days) = (mode, days)
  }
}

extension ObjectLock {
  /// Reads the text that a catalog keeps, such as `governance-3650`; nil for another one.
  init?(record: String) {
    let parts = record.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let mode = Mode(rawValue: String(parts[0])), mode != .none,
      let days = Int(parts[1]), "\(days)" == parts[1]
    else { return nil }
    self.init(mode, days: days)
  }

  /// The text that a catalog keeps; nil if nothing is locked.
  package var record: String? { mode == .none ? nil : "\(mode.rawValue)-\(days)" }
}
