/// What a check found wrong with a mirrored file. The raw values are words of the catalog and of JSON output.
public enum FileProblem: String, Sendable, Hashable, CaseIterable {
  case missing
  /// Its sidecar or its thumbnail is missing, or not its own.
  case incomplete
  /// A whole picture, but not the mirrored one.
  case edited = "changed"
  /// Other bytes, but the size and the time of the mirrored file.
  case rotten
  /// The bytes of another photo.
  case swapped
  /// No whole picture.
  case damaged
  case unreadable
}

/// When the files of a mirror were last checked, and with what outcome. A file whose times are in the future was not
/// checked: the clock was ahead.
public struct CheckCoverage: Sendable, Hashable {
  /// The time in which checks are recent: 30 days.
  package static let recentSeconds: Int64 = 30 * daySeconds
  private static let daySeconds: Int64 = 86_400

  /// Mirrored photos.
  public let photos: Int
  /// Files that were checked since they were mirrored first.
  public let checked: Int
  /// Files that were checked in the last 30 days.
  public let recent: Int
  /// When the file that was not read for longest was read, or else stored, in seconds since 1970; nil if there is none,
  /// or if that time is not known.
  public let oldest: Int64?
  /// Photos with a problem at their last check.
  public let problems: Int
  /// Photos that were damaged or suspected to be rotten at their last check.
  public let rotten: Int
  /// Days in which all files are read once, at the pace of the last 30 days; nil if none was read.
  public let cycleDays: Int?

  /// - Parameters:
  ///   - first: When the first check was, in seconds since 1970; nil if none.
  ///   - now: Seconds since 1970.
  package init(
    photos: Int = 0, checked: Int = 0, recent: Int = 0, oldest: Int64? = nil, first: Int64? = nil,
    problems: Int = 0, rotten: Int = 0, now: Int64
  ) {
    (self.photos, self.checked, self.recent, self.oldest) = (photos, checked, recent, oldest)
    (self.problems, self.rotten) = (problems, rotten)
    let seconds = min(Self.recentSeconds, max(Self.daySeconds, now - (first ?? now)))
    cycleDays =
      recent > 0
      ? max(1, Int((Double(photos) / Double(recent) * Double(seconds) / 86_400).rounded(.up))) : nil
  }
}
