/// What happens to photos that their source no longer lists.
public struct GonePolicy: Sendable, Hashable {
  /// The actions for the files of a photo that is gone.
  public enum Action: String, Sendable, CaseIterable {
    /// Their files stay.
    case keep
    /// Their files are moved to the trash.
    case trash
    /// Their files are deleted.
    case delete
  }

  /// The number of photos above which none is touched.
  public enum Limit: Sendable, Hashable {
    case photos(Int)
    /// A part of the source's mirrored photos, rounded up.
    case percent(Int)
    /// The lower of 50 photos and 5 percent.
    case standard

    func allows(_ count: Int, of total: Int) -> Bool { count <= number(of: total) }

    /// The limit in photos.
    package func number(of total: Int) -> Int {
      switch self {
      case .photos(let number): number
      case .percent(let percent): Self.share(percent, of: total)
      case .standard: min(50, Self.share(5, of: total))
      }
    }

    private static func share(_ percent: Int, of total: Int) -> Int {
      let (whole, rest) = total.quotientAndRemainder(dividingBy: 100)
      return whole * percent + (rest * percent + 99) / 100
    }
  }

  /// The action for photos that are gone.
  public var action = Action.keep
  /// The number of complete listings that must not contain a photo, each at least a day after the one before.
  public var passes = 2
  /// The number of photos above which none is touched; it does not matter for `keep`.
  public var limit = Limit.standard

  public init() {}

  /// Seconds between two listings that count.
  package static let day: Int64 = 86_400

  /// The first of the complete passes by which photos are judged: a photo that no pass since lists is gone.
  ///
  /// The latest pass counts; before it, each one that ended at least a day before the pass that counted last.
  /// A pass whose time lies in the future, because a clock was wrong, does not count.
  /// - Parameter complete: The source's complete passes without a doubt, the latest first, with the seconds
  ///   since 1970 at which each ended.
  /// - Returns: Nil if there are too few.
  package func firstPass(of complete: [(number: Int64, endedAt: Int64)], now: Int64) -> Int64? {
    var count = 0
    var before = Int64.max
    for pass in complete where pass.endedAt <= before && pass.endedAt <= now {
      count += 1
      if count == passes { return pass.number }
      before = pass.endedAt.addingClamped(-Self.day)
    }
    return nil
  }
}

/// Why a complete pass proves nothing about the photos that it did not list.
package enum PassDoubt: String, Sendable, Hashable {
  /// It ended early, because nothing had changed at the listing's front.
  case newest
  /// The feed shows only some of its photos, such as the newest.
  case window
  /// Some entries were invalid, or skipped.
  case refused = "refused entries"
  /// The site gave less than the listing has; also if the listing changed while it was read, so that photos may
  /// have moved onto pages that were read before.
  case cutShort = "cut short"
  /// Several runs read it, between which photos may have moved onto pages that were read before.
  case resumed
}
