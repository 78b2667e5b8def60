/// How one photo ended.
public enum PhotoResult: Sendable, Hashable {
  /// Fetched, checked, stored and recorded.
  case mirrored(StoredFacts)
  /// The file was already there and intact; only its record was missing.
  case adopted(StoredFacts)
  /// Mirrored by an earlier run.
  case known
  /// Mirrored by an earlier run, and replaced at its site since.
  case replaced(ReplacedFacts)
  /// Listed again, and brought back from the trash; the path is relative to the mirror.
  case restored(path: String)
  /// Listed, and not mirrored because the user asked to forget it.
  case forgotten
  /// Left out by a filter of the run, or because its file is an icon, and not mirrored before.
  case leftOut(PhotoFilter.Exclusion)
  /// In a dry run: would be fetched.
  case wouldFetch(label: String, url: String)
  case failed(FailureFacts)
  /// The site refused it in more than one run; it is requested again after growing intervals.
  case unavailable(UnavailableFacts)
}

/// Why a photo failed.
public struct FailureFacts: Sendable, Hashable {
  /// The stage of the walk that failed.
  public enum Stage: String, Sendable, Hashable {
    case list, admit, resolve, download, inspect, store
  }
  /// The stage that failed.
  public let stage: Stage
  /// A problem that an option of the run can avoid.
  public enum Problem: Sendable, Hashable {
    case other
    /// The file's format has no decoder; see ``MirrorOptions/keepsUndecoded``.
    case undecodedFormat
    /// The file exceeds ``MirrorOptions/imageLimits``.
    case imageLimit
  }
  /// A sentence in lower case without a period.
  public let reason: String
  /// Whether another run is likely to succeed. Every run tries again in any case.
  public let willRetry: Bool
  /// Whether the site reported the photo as gone or private.
  public let isRefusal: Bool
  /// Whether an option of the run avoids the failure.
  public let problem: Problem
  /// Attempts of the stage that failed, in this run; at least 1.
  public let attempts: Int

  package init(
    stage: Stage, reason: String, willRetry: Bool, isRefusal: Bool = false,
    problem: Problem = .other, attempts: Int
  ) {
    self.stage = stage
    self.reason = reason
    self.willRetry = willRetry
    self.isRefusal = isRefusal
    self.problem = problem
    self.attempts = attempts
  }
}

/// Why a photo is unavailable, and since when.
public struct UnavailableFacts: Sendable, Hashable {
  /// A sentence in lower case without a period: the site's last answer.
  public let reason: String
  /// When the site first refused it, seconds since 1970.
  public let since: Int64
  /// Whether this run requested it; otherwise an earlier one did.
  public let wasAsked: Bool

  package init(reason: String, since: Int64, wasAsked: Bool) {
    self.reason = reason
    self.since = since
    self.wasAsked = wasAsked
  }
}

/// A mirrored photo for which the site has another picture: a new version, or a larger one.
public struct ReplacedFacts: Sendable, Hashable {
  /// Relative to the mirror's directory.
  public let path: String
  /// When the change was first seen, seconds since 1970.
  public let since: Int64
  /// Whether this run saw it first.
  public let isNew: Bool
  /// The new file; nil if the mirrored one was edited by the user, and so kept.
  public let stored: StoredFacts?
  /// Where the old version is in the trash, relative to the mirror's directory; nil if it had been removed.
  public let place: String?

  package init(
    path: String, since: Int64, isNew: Bool, stored: StoredFacts? = nil, place: String? = nil
  ) {
    (self.stored, self.place) = (stored, place)
    self.path = path
    self.since = since
    self.isNew = isNew
  }
}
