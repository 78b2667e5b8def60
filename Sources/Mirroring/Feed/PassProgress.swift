import Glibc

/// Which pages of this run are open, and through the catalog where another run would go on.
actor PassProgress {
  private let keeper: CatalogKeeper
  /// Whether this run goes through the whole listing, so that its place in it is worth keeping.
  private let isTracked: Bool
  private var ledger = CursorLedger()
  private var open: Set<Int> = []
  private var waiters: [CheckedContinuation<Void, Never>] = []

  init(_ keeper: CatalogKeeper, isTracked: Bool) {
    self.keeper = keeper
    self.isTracked = isTracked
  }

  /// A page of the pass over the listing begins; pages are opened in its order.
  func open(page number: Int, at cursor: String?, isLast: Bool) {
    open.insert(number)
    if isTracked { ledger.open(page: number, at: cursor, isLast: isLast) }
  }

  /// A page that is no part of the pass begins.
  func open(page number: Int) { open.insert(number) }

  /// Everything of a page is done.
  func close(page number: Int) async throws(MirrorError) {
    open.remove(number)
    defer { wake() }
    switch ledger.close(page: number) {
    case .none: return
    case .remember(let cursor): try await keeper.noteCursor(cursor)
    case .end: try await keeper.notePassEnd(at: Int64(time(nil)))
    }
  }

  /// Waits until no page is open.
  func waitUntilIdle() async throws(CancellationError) {
    while !open.isEmpty {
      guard !Task.isCancelled else { throw CancellationError() }
      await withTaskCancellationHandler {
        await withCheckedContinuation { waiters.append($0) }
      } onCancel: {
        Task { await self.wake() }
      }
    }
  }

  private func wake() {
    for waiter in waiters { waiter.resume() }
    waiters.removeAll()
  }
}
