/// An item that waits in a lane.
protocol LaneItem: AnyObject {
  /// Whether the item still waits. Set only by `Lanes`.
  var isWaiting: Bool { get set }
  /// Whether it is a file and may take long; other items go first.
  var isFile: Bool { get }
}

extension Lanes {
  /// Which line of a lane. No key path: in a generic type Swift makes each anew at each use, which took 3 % of the
  /// CPU time of a small photo.
  enum Kind: CaseIterable {
    case calls, files
  }

  /// The files of a host, or its other jobs.
  struct Line {
    var waiting = Queue<Item>()
    var running = 0
    /// Whether the lane is in the queue of lanes that may start such a job.
    var isReady = false
  }

  /// The jobs of one host. A class, because hosts are looked up far more often than they change.
  final class Lane {
    let host: String
    var files = Line()
    var calls = Line()
    /// Nil if the lane is open.
    var closedUntil: Instant?
    let firstWidth: Int
    /// Nil for the first width.
    var width: Int?
    /// Since when jobs wait for a slot of a host that other processes share; nil if none does.
    var starvedSince: Instant?

    init(_ host: String, firstWidth: Int) { (self.host, self.firstWidth) = (host, firstWidth) }

    subscript(_ kind: Kind) -> Line {
      get { kind == .files ? files : calls }
      _modify { if kind == .files { yield &files } else { yield &calls } }
    }

    var running: Int { files.running + calls.running }

    var isEmpty: Bool { files.waiting.isEmpty && calls.waiting.isEmpty }

    /// Jobs that wait, with those that were cancelled.
    var waiting: Int { files.waiting.count + calls.waiting.count }

    /// Whether the lane has no jobs and nothing to remember.
    var isIdle: Bool { running == 0 && isEmpty && closedUntil == nil && width == nil }
  }
}

/// A first-in, first-out queue; each step takes amortised constant time.
struct Queue<Element> {
  private var elements: [Element] = []
  private var head = 0

  var isEmpty: Bool { head == elements.count }
  var count: Int { elements.count - head }

  /// Whether an element satisfies a condition, from the first on.
  func contains(where isSo: (Element) -> Bool) -> Bool { elements[head...].contains(where: isSo) }

  mutating func append(_ element: Element) { elements.append(element) }

  mutating func popFirst() -> Element? {
    guard head < elements.count else { return nil }
    let element = elements[head]
    head += 1
    // Taken elements are dropped when they are half of the store, so that each element moves once.
    if head * 2 >= elements.count {
      elements.removeFirst(head)
      head = 0
    }
    return element
  }
}
