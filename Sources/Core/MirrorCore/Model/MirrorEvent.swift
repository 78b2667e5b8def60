/// Something that happened in a run.
public enum MirrorEvent: Sendable, Hashable {
  /// The run begins; the first event.
  case started(RunFacts)
  /// A page of the listing was read.
  case listed(PageFacts)
  /// A photo's transfer began or received bytes. At most ten a second for each photo.
  case progressed(ProgressFacts)
  /// An attempt failed; another follows after a delay.
  case retrying(RetryFacts)
  /// A photo is done, with whatever result. Once for each photo that the run reaches.
  case ended(PhotoFacts, PhotoResult)
  /// Details of photos are requested: once before the first call, and when each photo is done.
  case detailed(DetailFacts)
  /// The run decided something or, if it is verbose, did something.
  case noted(MirrorNote)
  /// The run is over; the last event.
  case finished(MirrorSummary)
}

/// Which photo an event is about.
public struct PhotoFacts: Sendable, Hashable {
  /// The photo's id, unique within its site.
  public let id: String
  /// The owner's permanent account id; empty if unknown.
  public let owner: String
  /// One line; empty if none. Not yet safe to show on a terminal.
  public let title: String
  /// The name of its licence at the site; nil if none is stated. Not yet safe to show on a terminal.
  public let license: String?

  package init(id: String, owner: String, title: String, license: String? = nil) {
    self.license = license
    self.id = id
    self.owner = owner
    self.title = title
  }
}

/// What a run is about to do.
public struct RunFacts: Sendable, Hashable {
  /// `flickr:recent`.
  public let source: String
  /// The mirror's directory, without a slash at the end.
  public let directory: String
  /// Whether it resumes an interrupted run.
  public let isResuming: Bool
  /// Whether nothing is fetched and written.
  public let isDryRun: Bool
  /// Whether the directory was not a mirror before; if unexpected, its disk may not be mounted.
  public let isNewMirror: Bool
  /// The object store that holds the photos, `s3://bucket/prefix at https://host`; nil for the directory.
  public let store: String?

  package init(
    source: String, directory: String, isResuming: Bool, isDryRun: Bool, isNewMirror: Bool = false,
    store: String? = nil
  ) {
    self.source = source
    self.directory = directory
    self.store = store
    self.isResuming = isResuming
    self.isDryRun = isDryRun
    self.isNewMirror = isNewMirror
  }
}

/// The progress of a photo's transfer.
public struct ProgressFacts: Sendable, Hashable {
  /// Whose transfer it is.
  public let photo: PhotoFacts
  /// Bytes on disk; 0 at first.
  public let received: Int64
  /// Nil if the server does not announce a length.
  public let expected: Int64?

  package init(photo: PhotoFacts, received: Int64, expected: Int64?) {
    self.photo = photo
    self.received = received
    self.expected = expected
  }
}

/// How many photos have the details that a run requests of them, after the photos.
public struct DetailFacts: Sendable, Hashable {
  /// Photos that are done, failed ones included.
  public let done: Int
  /// Photos whose details are requested in this run.
  public let total: Int

  package init(done: Int, total: Int) { (self.done, self.total) = (done, total) }
}

/// An attempt failed and another follows.
public struct RetryFacts: Sendable, Hashable {
  /// Nil: a call for the listing.
  public let photo: PhotoFacts?
  /// The cause of the failure with the address: a sentence in lower case without a period.
  public let reason: String
  /// The attempt that failed, from 1.
  public let attempt: Int
  /// Zero: the photo is retried at the end of the run.
  public let delay: Duration
  /// Whether no connection could be made.
  public let isOffline: Bool

  /// The server that failed; nil if no server did.
  public let host: String?
  /// The reason without the address.
  public let cause: String
  /// Whether the server asked for the delay.
  public let isAsked: Bool
  /// For how long a server that cannot be reached is retried; nil if it is not.
  public let retryLimit: Duration?

  package init(
    photo: PhotoFacts?, reason: String, attempt: Int, delay: Duration, isOffline: Bool = false,
    host: String? = nil, cause: String? = nil, isAsked: Bool = false, retryLimit: Duration? = nil
  ) {
    (self.host, self.cause, self.isAsked) = (host, cause ?? reason, isAsked)
    self.retryLimit = retryLimit
    self.isOffline = isOffline
    self.photo = photo
    self.reason = reason
    self.attempt = attempt
    self.delay = delay
  }
}

/// Receives the events of a run.
public protocol MirrorDelegate: AnyObject, Sendable {
  /// Called one event at a time, in order, on a thread of the run: an implementation needs no lock against
  /// other calls, and can block without slowing the transfers, but must not wait for the run.
  func mirror(didEmit event: MirrorEvent)
}
