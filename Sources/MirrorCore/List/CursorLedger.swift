/// Which pages of a pass are done, in the listing's order: pages may end out of order, the cursor
/// that is remembered must not run ahead.
///
/// Pure. What is remembered is the cursor of the last page before which everything is done, so that
/// a listing that shrank meanwhile is read again with one page of overlap.
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

  /// Pages are opened in the listing's order.
  mutating func open(page number: Int, at cursor: String?, isLast: Bool) {
    entries.append(Entry(number: number, cursor: cursor, isLast: isLast))
  }

  /// What to note now that a page is done. A page that was not opened here changes nothing.
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
