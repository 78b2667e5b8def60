import Redaction

/// What other threads ask of the engine's thread: jobs, cancellations, the end. Lives in a `Locked`.
///
/// It holds the multi handle because waking it is only allowed while it lives: whoever wakes does it
/// under the lock, and the thread takes the handle away under the lock before it closes it.
struct Inbox {
  /// What came in since the last look.
  struct Orders {
    var jobs: [Job] = []
    var cancelled: [Job] = []
    var isClosing = false

    var isEmpty: Bool { jobs.isEmpty && cancelled.isEmpty && !isClosing }
  }

  private var orders = Orders()
  private var addresses = AddressBook()
  /// Where the engine's thread is.
  private(set) var pulse = Pulse()
  /// Whether the engine's thread will look again before it waits.
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

  /// A job that is on its way, or, once the engine is closing, the caller's to fail.
  mutating func submit(_ work: Job.Work) throws(Fault) -> (job: Job, isTaken: Bool) {
    let job = Job(address: try addresses.read(work.url), work: work, redaction: redaction)
    guard multi != nil, !orders.isClosing else { return (job, false) }
    orders.jobs.append(job)
    wake()
    return (job, true)
  }

  mutating func cancel(_ job: Job) {
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

  /// For the engine's thread, which begins a turn: what came in.
  /// - Parameter due: when the turn is overdue; nil: never.
  mutating func take(due: SuspendingClock.Instant?) -> Orders {
    pulse.beginTurn(due: due)
    let taken = orders
    orders = Orders(isClosing: taken.isClosing)
    isAwake = true
    return taken
  }

  /// For the engine's thread: whether nothing came in since; it is woken for the next order.
  mutating func mayWait() -> Bool {
    isAwake = !orders.isEmpty
    return !isAwake
  }

  /// For the engine's thread, when nothing is under way any more: nobody wakes the handle after
  /// this. Gives what came in too late, and who waits for the end.
  mutating func finish() -> (late: [Job], waiters: [CheckedContinuation<Void, Never>]) {
    multi = nil
    pulse.beginTurn(due: nil)
    defer { (orders, waiters) = (Orders(isClosing: true), []) }
    return (orders.jobs, waiters)
  }

  /// One wake-up is enough for everything that comes before the next look.
  private mutating func wake() {
    guard !isAwake else { return }
    isAwake = true
    multi?.wake()
  }
}
