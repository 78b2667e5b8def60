/// Which pages of a pass are done, in the listing's order. Pages may finish out of order; the stored cursor
/// must not run ahead.
///
/// Pure. The stored cursor is that of the last page before which everything is done, so that a listing that
/// shrank meanwhile is read again with one page of overlap.
struct CursorLedger: Sendable {
  enum Action: Sendable, Hashable {
    case none
    case remember(String?)
    case end
  }

  private struct Entry {
    let number: Int
    let cursor: String?
    let isLast: Bool
    var isDone = false
  }

  private var entries: [Entry] = []

  /// Opens a page. Pages are opened in the listing's order.
  mutating func open(page number: Int, at cursor: String?, isLast: Bool) {
    entries.append(Entry(number: number, cursor: cursor, isLast: isLast))
  }

  /// The action after a page is done. Closing a page that was not opened here has no effect.
  mutating func close(page number: Int) -> Action {
    guard let index = entries.firstIndex(where: { $0.number == number }) else { return .none }
    entries[index].isDone = true
    var action = Action.none
    while let first = entries.first, first.isDone {
      action = first.isLast ? .end : .remember(first.cursor)
      entries.removeFirst()
    }
    return action
  }
}
