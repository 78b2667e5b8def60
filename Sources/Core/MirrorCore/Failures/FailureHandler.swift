import Locking
import Operations
import ProviderKit

/// Decides whether a failure ends the photo, the listing, or the run.
struct FailureHandler: Sendable {
  let catalog: any PhotoCatalog
  let announcer: Announcer
  /// Nil unless this is a worker.
  let queue: (any WorkQueue)?
  /// Whether refusals are the site's, and not those of an archive.
  let isOfSite: Bool
  /// Why the listing ended early, if it did.
  let sourceFailure = Locked<MirrorError?>(nil)
  /// Whether the site refused the source itself: it is gone, or closed to this account.
  let isSourceRefused = Locked(false)
  /// Photos that failed because requests to their host were stopped.
  let deadHosts = DeadHosts()
  let obstacles = Obstacles()
  /// New photos that the site refused, while no stored and no known photo shows that it has any; nil once
  /// there is one.
  private let refused = Locked<Int?>(0)
  /// This many end the listing: the account is gone, and its photos would be asked for one by one.
  private static let mostRefused = 32
  /// Photos whose address the site does not know (404) in this run: the second try asks for a new one.
  private let lostAddresses = Locked<Set<Int64>>([])

  init(
    catalog: any PhotoCatalog, announcer: Announcer, queue: (any WorkQueue)? = nil,
    isOfSite: Bool = true
  ) {
    self.isOfSite = isOfSite
    self.catalog = catalog
    self.announcer = announcer
    self.queue = queue
  }

  /// Resets the counts: a photo was stored.
  func noteSuccess() {
    deadHosts.noteSuccess()
    obstacles.noteSuccess()
    notePresence()
  }

  /// Notes that the site has had photos: one was stored now or earlier.
  func notePresence() { refused.withLock { $0 = nil } }

  /// Whether the second try of a photo needs a new address.
  func hasLostAddress(_ id: Int64) -> Bool { lostAddresses.withLock { $0.contains(id) } }

  /// Handles the failure of a photo at a stage. The first failure is deferred to the run's end if a retry may
  /// help; otherwise it is reported, and the photo is left for the next run.
  func note(
    _ error: any Error, of item: some PhotoItem, at stage: FailureFacts.Stage
  ) async -> TreeDirective {
    // The worker that holds the claim reports the outcome.
    if error is LostClaim { return .continue }
    do {
      let failure = try PhotoFailure(error, at: stage)
      let job = item.job
      if let obstacle = failure.obstacle { try obstacles.note(obstacle) }
      if let queue { return try await note(failure, of: job, in: queue) }
      if let replacement = job.replacement { return try await note(failure, of: job, replacement) }
      let isDeferred =
        failure.isWorthSecondTry(wasRefused: job.wasRefused) && !job.isSecondTry
      if isDeferred, failure.prospect == .doubtful {
        lostAddresses.withLock { _ = $0.insert(job.id) }
      }
      if failure.isSiteRefusal, !job.isSecondTry, !job.isAddressRefused { noteRefused(failure) }
      if failure.isRefusal, isOfSite, !isDeferred {
        try await noteRefusal(failure, of: job)
      } else {
        try await catalog.fail(job.id, reason: failure.reason, isDeferred: isDeferred)
        // The photos of a host are not reported one by one if the end of the run names the host.
        let isNamed = failure.isHostDown && deadHosts.areNamed
        if isDeferred || !isNamed {
          announcer.announce(isDeferred ? .retrying(failure, job) : .ended(failure, job))
        }
      }
      if failure.isHostDown { noteHostDown(failure, of: job) }
      return .continue
    } catch {
      return .stop(error)
    }
  }

  /// The mirrored file stays, and the catalog with it: the next run that lists the photo tries again. A site
  /// that refuses a larger size has none.
  private func note(
    _ failure: PhotoFailure, of job: PhotoJob, _ replacement: Replacement
  ) async throws(MirrorError) -> TreeDirective {
    if replacement.cause == .larger, failure.isRefusal, !failure.mayPass {
      announcer.announce(.ended(job.facts, .known))
    } else {
      announcer.announce(.ended(failure, job))
    }
    if failure.isHostDown { noteHostDown(failure, of: job) }
    return .continue
  }

  /// A failure that may pass is left to a later attempt of any worker; another one makes the photo a dead letter.
  private func note(
    _ failure: PhotoFailure, of job: PhotoJob, in queue: any WorkQueue
  ) async throws(MirrorError) -> TreeDirective {
    // A file that is in the way may be that of a worker which lost the photo: the next attempt adopts it.
    let mayPass = failure.isWorthSecondTry || failure.stage == .store
    if failure.isHostBusy {
      let setback = Setback(reason: failure.reason, isBusy: true)
      _ = try await queue.postpone(job.id, setback)
      return .continue
    }
    if failure.isHostDown || mayPass && !job.isSecondTry {
      let setback = Setback(
        reason: failure.reason, isAddressLost: failure.prospect == .doubtful,
        isOutage: failure.isHostDown)
      guard try await queue.postpone(job.id, setback) else { return .continue }
      announcer.announce(.retrying(failure, job, "again later"))
    } else {
      let isOurs = try await queue.bury(
        job.id, reason: failure.reason, isRefusal: failure.isRefusal)
      guard isOurs else { return .continue }
      announcer.announce(.ended(failure, job))
    }
    if failure.isHostDown { noteHostDown(failure, of: job) }
    return .continue
  }

  /// The first refusal is a failure; a second one, in another run, makes the photo unavailable.
  private func noteRefusal(_ failure: PhotoFailure, of job: PhotoJob) async throws(MirrorError) {
    let refusal = try await catalog.refuse(job.id, reason: failure.reason)
    guard refusal.retryAt != nil else { return announcer.announce(.ended(failure, job)) }
    announcer.announce(
      .ended(job.facts, .unavailable(UnavailableFacts(refusal, wasAsked: true))))
  }

  private func noteRefused(_ failure: PhotoFailure) {
    let count = refused.withLock { count in
      count = count.map { $0 + 1 }
      return count ?? 0
    }
    guard count == Self.mostRefused else { return }
    note(
      .source(
        "the site refuses each of the first \(count) photos (\(failure.reason))",
        .provider(
          hint: "the account may be deleted or private; mirrored files are kept",
          isPassing: false)))
  }

  /// A worker ends, so that others have its photos; a run goes on with those of other hosts.
  private func noteHostDown(_ failure: PhotoFailure, of job: PhotoJob) {
    let row = deadHosts.note(failure.reason, of: job.id)
    if row >= (queue == nil ? DeadHosts.longestRow : DeadHosts.most) {
      note(.source(failure.reason, .passing))
    }
  }

  /// Whether no more pages may be requested.
  var isListingOver: Bool { sourceFailure.withLock { $0 != nil } }

  /// Records that the listing cannot be read further; photos already listed continue.
  func noteSource(_ error: any Error) -> TreeDirective {
    let failure = MirrorError(readingSource: error)
    if case .directory = failure { return .stop(failure) }
    if error.providerFailure?.kind == .source { isSourceRefused.withLock { $0 = true } }
    note(failure)
    return .continue
  }

  private func note(_ failure: MirrorError) { sourceFailure.withLock { $0 = $0 ?? failure } }
}

extension MirrorError {
  /// The error for a listing that ended with `error`.
  package init(readingSource error: any Error) {
    self =
      switch error {
      case let exhausted as RetryExhausted: MirrorError(readingSource: exhausted.underlying)
      case let error as MirrorError: error
      case let error as StorageError: error.error
      case let failure as ProviderFailure: MirrorError(failure)
      case let error as FetchError: error.stop
      default: .source("\(error)")
      }
  }
}

extension MirrorEvent {
  fileprivate static func retrying(
    _ failure: PhotoFailure, _ job: PhotoJob, _ time: String = "once more at the end of the run"
  ) -> MirrorEvent {
    .retrying(
      RetryFacts(
        photo: job.facts, reason: "\(failure.reason); \(time)",
        attempt: failure.attempts, delay: .zero))
  }

  fileprivate static func ended(_ failure: PhotoFailure, _ job: PhotoJob) -> MirrorEvent {
    if failure.prospect == .icon { return .ended(job.facts, .leftOut(.pixels)) }
    return .ended(
      job.facts,
      .failed(
        FailureFacts(
          stage: failure.stage, reason: failure.reason, willRetry: failure.mayPass,
          isRefusal: failure.isSiteRefusal,
          problem: failure.prospect == .unwanted ? .undecodedFormat : failure.problem,
          attempts: failure.attempts)))
  }
}
