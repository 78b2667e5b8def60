/// A photo as the printers know it.
public struct PhotoFacts: Sendable, Hashable {
  public let id: String
  public let owner: String
  public let title: String

  package init(id: String, owner: String, title: String) {
    self.id = id
    self.owner = owner
    self.title = title
  }
}

/// What a run sets out to do; told once, first.
public struct RunFacts: Sendable, Hashable {
  /// `flickr:recent`.
  public let source: String
  public let directory: String
  /// Whether an interrupted run is gone on with.
  public let isResuming: Bool
  public let isDryRun: Bool
  /// Whether the directory was no mirror until now: who forgot to mount a disk wants to know.
  public let isNewMirror: Bool

  package init(
    source: String, directory: String, isResuming: Bool, isDryRun: Bool, isNewMirror: Bool = false
  ) {
    self.source = source
    self.directory = directory
    self.isResuming = isResuming
    self.isDryRun = isDryRun
    self.isNewMirror = isNewMirror
  }
}

/// A page of the listing was read.
public struct PageFacts: Sendable, Hashable {
  /// Counted from 1 within this run.
  public let number: Int
  public let photos: Int
  /// Photos known in all: the source's own total where it tells one (capped by `--limit`), else
  /// what was listed so far.
  public let knownTotal: Int
  /// Whether `knownTotal` will not grow any more.
  public let isLast: Bool
  /// Entries of the listing that could not be read.
  public let refused: [String]
  /// Entries of the listing that are left out on purpose.
  public let skipped: [SkippedFacts]
  /// Of the page, as unpacked.
  public let byteCount: Int64

  package init(
    number: Int, photos: Int, knownTotal: Int, isLast: Bool, refused: [String],
    skipped: [SkippedFacts] = [], byteCount: Int64 = 0
  ) {
    self.number = number
    self.photos = photos
    self.knownTotal = knownTotal
    self.isLast = isLast
    self.refused = refused
    self.skipped = skipped
    self.byteCount = byteCount
  }
}

/// Where a photo's transfer is.
public struct ProgressFacts: Sendable, Hashable {
  public let photo: PhotoFacts
  /// Bytes on disk, and how many there will be (nil: the server does not say).
  public let received: Int64
  public let expected: Int64?

  package init(photo: PhotoFacts, received: Int64, expected: Int64?) {
    self.photo = photo
    self.received = received
    self.expected = expected
  }
}

/// An attempt failed and another follows.
public struct RetryFacts: Sendable, Hashable {
  /// Nil: a call for the listing.
  public let photo: PhotoFacts?
  public let reason: String
  /// The attempt that failed, from 1.
  public let attempt: Int
  /// Zero: the photo is put off to the end of the run.
  public let delay: Duration
  /// Whether no connection could be made.
  public let isOffline: Bool

  package init(
    photo: PhotoFacts?, reason: String, attempt: Int, delay: Duration, isOffline: Bool = false
  ) {
    self.isOffline = isOffline
    self.photo = photo
    self.reason = reason
    self.attempt = attempt
    self.delay = delay
  }
}

/// How one photo ended. Told exactly once for each photo that a run meets and is not interrupted at.
public enum PhotoResult: Sendable, Hashable {
  /// Fetched, proven, stored and recorded.
  case mirrored(StoredFacts)
  /// Was there whole, only its record was missing.
  case adopted(StoredFacts)
  /// Was mirrored before.
  case known
  /// Was mirrored before, and its listing gives it another address since.
  case replaced(ReplacedFacts)
  /// `--dry-run`: would be fetched.
  case wouldFetch(label: String, url: String)
  case failed(FailureFacts)
  /// The site refused it in more than one run; it is asked for again after growing intervals.
  case unavailable(UnavailableFacts)
}

public struct StoredFacts: Sendable, Hashable {
  /// Relative to the mirror's directory.
  public let path: String
  public let format: String
  /// Pixels; 0 where the format is not decoded.
  public let width: Int
  public let height: Int
  public let byteCount: Int64
  /// Bytes that came over the wire in this run.
  public let bytesFetched: Int64
  /// What is not as it should be but loses nothing: a thumbnail that failed, a codec's warning.
  public let warnings: [String]
  /// What fetching it took; nil where nothing was fetched in this run.
  public let transfer: TransferFacts?

  package init(
    path: String, format: String, width: Int, height: Int, byteCount: Int64, bytesFetched: Int64,
    warnings: [String], transfer: TransferFacts? = nil
  ) {
    self.transfer = transfer
    self.path = path
    self.format = format
    self.width = width
    self.height = height
    self.byteCount = byteCount
    self.bytesFetched = bytesFetched
    self.warnings = warnings
  }
}

/// What fetching a photo's file took. Times count from the last request's start.
public struct TransferFacts: Sendable, Hashable {
  /// Attempts in this run, the one that succeeded included.
  public let attempts: Int
  /// `1.0`, `1.1`, `2`.
  public let httpVersion: String
  /// Until the name was known; zero on a connection that was used before.
  public let nameLookup: Duration
  /// Until the connection stood; zero on one that was used before.
  public let connected: Duration
  /// Until TLS was agreed on; zero without TLS.
  public let secured: Duration
  /// Until the answer's first byte.
  public let firstByte: Duration
  /// Until the end.
  public let total: Duration

  package init(
    attempts: Int, httpVersion: String, nameLookup: Duration, connected: Duration,
    secured: Duration, firstByte: Duration, total: Duration
  ) {
    self.attempts = attempts
    self.httpVersion = httpVersion
    self.nameLookup = nameLookup
    self.connected = connected
    self.secured = secured
    self.firstByte = firstByte
    self.total = total
  }
}

public struct FailureFacts: Sendable, Hashable {
  public enum Stage: String, Sendable, Hashable {
    case list, resolve, download, prove, store
  }
  public let stage: Stage
  /// A sentence in lower case without a period.
  public let reason: String
  /// Whether another run is likely to do better. Every run tries again all the same.
  public let willRetry: Bool
  /// Whether the site said that the photo is not available: it is gone, or private.
  public let isRefusal: Bool
  public let attempts: Int

  package init(
    stage: Stage, reason: String, willRetry: Bool, isRefusal: Bool = false, attempts: Int
  ) {
    self.stage = stage
    self.reason = reason
    self.willRetry = willRetry
    self.isRefusal = isRefusal
    self.attempts = attempts
  }
}

/// Why a photo is not to be had, and since when.
public struct UnavailableFacts: Sendable, Hashable {
  /// A sentence in lower case without a period: the site's last answer.
  public let reason: String
  /// When the site first refused it, seconds since 1970.
  public let since: Int64
  /// Whether this run asked for it; otherwise an earlier one did.
  public let wasAsked: Bool

  package init(reason: String, since: Int64, wasAsked: Bool) {
    self.reason = reason
    self.since = since
    self.wasAsked = wasAsked
  }
}

/// A mirrored photo that has another address at its site now, and so perhaps another picture. The
/// mirrored one is kept.
public struct ReplacedFacts: Sendable, Hashable {
  /// Relative to the mirror's directory.
  public let path: String
  /// When that was noticed first, seconds since 1970.
  public let since: Int64
  /// Whether that was in this run.
  public let isNew: Bool

  package init(path: String, since: Int64, isNew: Bool) {
    self.path = path
    self.since = since
    self.isNew = isNew
  }
}

/// What a run came to; told once, last.
public struct MirrorSummary: Sendable, Hashable {
  public enum Ending: Sendable, Hashable {
    /// The listing was read to its end (or to `--limit`).
    case finished
    case interrupted
    /// A limit that was set for the run, as a sentence: the next run goes on.
    case limited(String)
    /// The source, or the directory, stopped the run.
    case sourceFailed(MirrorError)
    case directoryFailed(MirrorError)

    package init(_ error: MirrorError) {
      switch error {
      case .source: self = .sourceFailed(error)
      case .directory: self = .directoryFailed(error)
      }
    }
  }
  public var ending: Ending
  public var mirrored = 0
  public var adopted = 0
  public var known = 0
  /// Mirrored before, and listed with another address since.
  public var replaced = 0
  public var wouldFetch = 0
  public var failed = 0
  /// Photos that the site refused in more than one run: no failures of this one.
  public var unavailable = 0
  /// Entries of the listing that could not be read.
  public var refused = 0
  /// Entries of the listing that were left out on purpose.
  public var skipped = 0
  /// Bytes of all answers' bodies that came in, whatever became of them: of photos, finished or not,
  /// and of listings, these as unpacked.
  public var bytesFetched: Int64 = 0
  /// Whether this run, with those that it resumed, read the listing to its end and finished every
  /// page: what ``MirrorStatus`` then reports as complete.
  public var isListingComplete = false
  public var elapsed: Duration = .zero

  package init(ending: Ending) { self.ending = ending }
}

/// Something that the run decided or did, for people who look on.
public struct NoteFacts: Sendable, Hashable {
  /// A sentence in lower case without a period; secrets redacted.
  public let text: String
  /// Only told where ``MirrorConfiguration/isVerbose`` asks for it.
  public let isDetail: Bool

  package init(_ text: String, isDetail: Bool) {
    self.text = text
    self.isDetail = isDetail
  }
}

/// Everything a run tells, as values: what printers and logs are made of.
public enum MirrorEvent: Sendable, Hashable {
  case started(RunFacts)
  case listed(PageFacts)
  case progressed(ProgressFacts)
  case retrying(RetryFacts)
  case ended(PhotoFacts, PhotoResult)
  case noted(NoteFacts)
  case finished(MirrorSummary)
}
