/// An entry of a ``Line``.
protocol LineEntry: AnyObject {
  /// Whether it still waits. Guarded by the lock of the line's owner.
  var isWaiting: Bool { get }
}

/// Entries that wait, first in, first out, as a value.
///
/// Entering, leaving and serving take constant time, however many wait: an entry that leaves keeps its place, and is
/// skipped. The empty places are removed when they are more than the others.
struct Line<Entry: LineEntry> {
  private var entries: [Entry?] = []
  /// The places before it have been passed.
  private var head = 0
  private var gone = 0

  init() {}

  /// Adds an entry that waits at the end.
  mutating func append(_ entry: Entry) { entries.append(entry) }

  /// Adds an entry that waits at the front.
  mutating func putBack(_ entry: Entry) {
    if head > 0 {
      head -= 1
      entries[head] = entry
    } else {
      entries.insert(entry, at: 0)
    }
  }

  /// The first entry that waits.
  mutating func first() -> Entry? {
    while head < entries.count {
      if let entry = entries[head], entry.isWaiting { return entry }
      gone -= 1
      advance()
    }
    return nil
  }

  /// Removes the first entry that waits, and returns it.
  mutating func popFirst() -> Entry? {
    guard let entry = first() else { return nil }
    advance()
    return entry
  }

  /// An entry does not wait any more, and was not removed.
  mutating func noteLeft() {
    gone += 1
    guard gone > 32, gone > (entries.count - head) / 2 else { return }
    entries = entries[head...].filter { $0?.isWaiting == true }
    (head, gone) = (0, 0)
  }

  private mutating func advance() {
    entries[head] = nil
    head += 1
    if head == entries.count {
      entries.removeAll(keepingCapacity: entries.count <= 64)
      (head, gone) = (0, 0)
    } else if head > 32, head > entries.count / 2 {
      // Each place is moved once at most: there are as many before the head as after it.
      entries.removeFirst(head)
      head = 0
    }
  }
}
