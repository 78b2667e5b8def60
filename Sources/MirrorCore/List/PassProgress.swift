import Operations

/// Which pages of this run are open, and through the catalog where another run would go on.
package actor PassProgress {
  private let catalog: any PhotoCatalog
  /// Whether this run goes through the whole listing, so that its place in it is worth keeping.
  private let isTracked: Bool
  private var ledger = CursorLedger()
  private var open: Set<Int> = []
  /// Whether the pass has come to the listing's end with every page done.
  package private(set) var isComplete = false
  /// Open while no page is.
  private let idle = Door(isOpen: true)

  init(_ catalog: any PhotoCatalog, isTracked: Bool) {
    self.catalog = catalog
    self.isTracked = isTracked
  }

  /// A page of the pass over the listing begins; pages are opened in its order.
  func open(page number: Int, at cursor: String?, isLast: Bool) {
    open(page: number)
    if isTracked { ledger.open(page: number, at: cursor, isLast: isLast) }
  }

  /// A page that is no part of the pass begins.
  func open(page number: Int) {
    open.insert(number)
    idle.close()
  }

  /// Everything of a page is done.
  func close(page number: Int) async throws(MirrorError) {
    defer {
      open.remove(number)
      if open.isEmpty { idle.open() }
    }
    switch ledger.close(page: number) {
    case .none: return
    case .remember(let cursor): try await catalog.noteCursor(cursor)
    case .end:
      try await catalog.endPass(as: .complete, reason: nil)
      isComplete = true
    }
  }

  /// Waits until no page is open. Throws `CancellationError` when the task is cancelled before.
  nonisolated func waitUntilIdle() async throws { try await idle.pass() }
}
