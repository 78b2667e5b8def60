import Redaction

/// What other threads submit to the engine's thread: jobs, cancellations, shutdown. Guarded by a
/// `Locked`.
///
/// Holds the multi handle, because it may only be woken while it is open: wakers do so under the
/// lock, and the thread takes the handle out under the lock before closing it.
struct Inbox {
  /// What was submitted since the last turn.
  struct Orders {
    var jobs: [TransferJob] = []
    var cancelled: [TransferJob] = []
    var isClosing = false

    var isEmpty: Bool { jobs.isEmpty && cancelled.isEmpty && !isClosing }
  }

  private var orders = Orders()
  private var addresses = AddressBook()
  /// Progress of the engine's thread.
  private(set) var pulse = Pulse()
  /// Whether the engine's thread checks again before it waits.
  private var isAwake = false
  private var waiters: [CheckedContinuation<Void, Never>] = []
  /// Nil once the engine is closed.
  private(set) var multi: MultiHandle?

  /// What no message may show.
  let redaction: Redaction

  init(_ multi: MultiHandle, _ redaction: Redaction) {
    self.multi = multi
    self.redaction = redaction
  }

  /// Queues a job. False if the engine is closing: then the caller fails the job.
  mutating func submit(_ work: TransferJob.Work) throws(Fault) -> (job: TransferJob, isTaken: Bool)
  {
    let job = TransferJob(address: try addresses.read(work.url), work: work, redaction: redaction)
    guard multi != nil, !orders.isClosing else { return (job, false) }
    orders.jobs.append(job)
    wake()
    return (job, true)
  }

  mutating func cancel(_ job: TransferJob) {
    guard multi != nil else { return }
    orders.cancelled.append(job)
    wake()
  }

  /// - Parameter waiter: resumed when the engine is closed. False if it already is.
  mutating func close(_ waiter: CheckedContinuation<Void, Never>? = nil) -> Bool {
    guard multi != nil else { return false }
    if let waiter { waiters.append(waiter) }
    orders.isClosing = true
    wake()
    return true
  }

  /// For the engine's thread at the start of a turn: takes what was submitted.
  /// - Parameters:
  ///   - due: when the turn is overdue; nil if no transfer is running.
  ///   - starting: when it is overdue if no transfer is running, but jobs were submitted.
  mutating func take(
    due: SuspendingClock.Instant?, starting: SuspendingClock.Instant
  ) -> Orders {
    pulse.beginTurn(due: due ?? (orders.jobs.isEmpty ? nil : starting))
    let taken = orders
    orders = Orders(isClosing: taken.isClosing)
    isAwake = true
    return taken
  }

  /// For the engine's thread when it has started transfers: when the turn is overdue.
  mutating func expect(due: SuspendingClock.Instant) { pulse.due = due }

  /// For the engine's thread: true if nothing was submitted since; the next submission wakes it.
  mutating func mayWait() -> Bool {
    isAwake = !orders.isEmpty
    return !isAwake
  }

  /// For the engine's thread at the end: no thread wakes the handle after this. Gives the jobs that
  /// came too late, and the waiters for the shutdown.
  mutating func finish() -> (late: [TransferJob], waiters: [CheckedContinuation<Void, Never>]) {
    multi = nil
    pulse.beginTurn(due: nil)
    defer { (orders, waiters) = (Orders(isClosing: true), []) }
    return (orders.jobs, waiters)
  }

  /// One wake-up is enough for all submissions before the next turn.
  private mutating func wake() {
    guard !isAwake else { return }
    isAwake = true
    multi?.wake()
  }
}
