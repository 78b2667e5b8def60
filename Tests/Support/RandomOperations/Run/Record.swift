import Operations

/// What a run has seen of one operation.
struct Record: Sendable {
  enum Event: String, Sendable, CustomStringConvertible {
    case enqueued, started, produced, progressed, retrying, willFinish, finished

    var description: String { rawValue }
  }

  /// Whether a group, a queue or a caller has it, which must end it.
  var isTaken = false
  var begins = 0
  /// Set after `cancel()` has returned: the body's task is cancelled, if the body begins at all.
  var isCancelled = false
  /// The ending that the first who looked has found: it never changes.
  var ending: Ending?
  var attempts = 0
  /// The children that a group has taken, and how many of them have started in order.
  var children: [Int] = []
  var started = -1
  var events: [Event] = []
  var isObserverCalled = false
  var produced: Set<ObjectIdentifier> = []
  var completed = 0
  var total = 0
}

/// The slots of a group or of the host, as its children's work shows them.
struct Occupancy: Sendable {
  /// How much work is in progress in each child.
  var working: [Int: Int] = [:]
  /// How many children of this very group are waited for inside each child.
  var hosting: [Int: Int] = [:]
  /// The children that have begun.
  var begun: Set<Int> = []
  /// For each token that is out, how many children may have begun.
  var limits: [Int: Int] = [:]

  /// The children that work, without those that wait for another child, which has their slot.
  var count: Int { working.count { $0.value > 0 && hosting[$0.key, default: 0] == 0 } }
}
