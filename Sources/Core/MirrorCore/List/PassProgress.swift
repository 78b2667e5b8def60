import Operations

/// Which pages of this run are open; stores in the catalog the cursor at which another run resumes.
package actor PassProgress {
  private let catalog: any PhotoCatalog
  /// Whether this run reads the complete listing, so that another one may resume at its cursor.
  private let keepsCursor: Bool
  private var ledger = CursorLedger()
  private var open: Set<Int> = []
  /// Whether the pass has reached the listing's end with every page done, and no photo is known to be missing
  /// from its pages.
  package private(set) var isComplete = false
  /// Whether photos of the listing are known to be on none of its pages.
  private var isCutShort = false
  /// Open while no page is open.
  private let idle = Door(isOpen: true)

  init(_ catalog: any PhotoCatalog, keepsCursor: Bool) {
    self.catalog = catalog
    self.keepsCursor = keepsCursor
  }

  /// Begins a page of the pass over the listing; pages are opened in the listing's order.
  func open(page number: Int, at cursor: String?, isLast: Bool) {
    open(page: number)
    ledger.open(page: number, at: cursor, isLast: isLast)
  }

  /// Begins a page that does not belong to the pass.
  func open(page number: Int) {
    open.insert(number)
    idle.close()
  }

  /// Notes that the site gave less than the listing has.
  func noteMissing() { isCutShort = true }

  /// Ends a page: all of its photos have their results.
  func close(page number: Int) async throws(MirrorError) {
    defer {
      open.remove(number)
      if open.isEmpty { idle.open() }
    }
    switch ledger.close(page: number) {
    case .none: return
    case .remember(let cursor): if keepsCursor { try await catalog.noteCursor(cursor) }
    case .end:
      try await catalog.endPass(as: .complete, reason: nil)
      isComplete = !isCutShort
    }
  }

  /// Waits until no page is open.
  /// - Throws: `CancellationError` if the task is cancelled before.
  nonisolated func waitUntilIdle() async throws { try await idle.pass() }
}
