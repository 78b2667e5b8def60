import Foundation

/// The photos that a worker claims, page by page, instead of those of a listing.
struct ClaimPages: AsyncSequence, Sendable {
  typealias Element = ListedPage

  let claims: OpenClaims
  /// Photos that this worker has at most.
  let most: Int
  let failures: FailureHandler
  let orders: WorkOrders

  func makeAsyncIterator() -> Iterator { Iterator(pages: self) }

  struct Iterator: AsyncIteratorProtocol {
    fileprivate let pages: ClaimPages
    private var number = 0
    /// Times in a row that nothing was there to claim.
    private var idle = 0
    /// Times in a row that others had all transfers of its hosts.
    private var blocked = 0
    private static let blockedPause = 0.5
    /// After this many it turns to another source.
    private static let longestBlock = 20

    fileprivate init(pages: ClaimPages) { self.pages = pages }

    mutating func next() async throws -> ListedPage? {
      while !pages.failures.isListingOver {
        // A batch of claims is one exchange with the server: half of the photos are claimed at once.
        await pages.claims.fall(to: pages.most / 2)
        try Task.checkCancellation()
        switch pages.orders.order() {
        case .drain: return nil
        case .pause:
          try await pages.orders.sleep(1)
          continue
        case .work: break
        }
        if pages.orders.isBlocked() {
          // It could fetch none of them, and would keep them from the workers that can.
          blocked += 1
          if try await isOver(leavesWhenIdle: blocked > Self.longestBlock) { return nil }
          try await pages.orders.sleep(Self.blockedPause)
          continue
        }
        blocked = 0
        let claimed = try await pages.claims.claim(pages.most - pages.claims.count)
        if !claimed.isEmpty {
          (number, idle) = (number + 1, 0)
          return ListedPage(number: number, content: .claimed(claimed))
        }
        idle += 1
        if try await isOver(leavesWhenIdle: true) { return nil }
        try await pages.orders.sleep(Swift.min(5, 0.25 * Double(1 << Swift.min(5, idle))))
      }
      return nil
    }

    /// Whether nobody lists any more and no photo is left; or whether another source has work for this worker, which
    /// has no photo of this one.
    private func isOver(leavesWhenIdle: Bool) async throws -> Bool {
      // First: a listing that ends in between has put its photos into the queue before.
      let isListed = try await pages.orders.isListed()
      guard pages.claims.count == 0 else { return false }
      if leavesWhenIdle, pages.orders.leavesWhenIdle { return true }
      let isOpen = try await pages.claims.isOpen()
      return isListed && !isOpen
    }
  }
}

/// What a worker does, by command and by the state of the listing.
package struct WorkOrders: Sendable {
  /// The orders that workers get.
  package enum Order: String, Sendable, Hashable, CaseIterable {
    case work
    /// Nothing is claimed.
    case pause
    /// Nothing is claimed, and workers end when they have stored what they have.
    case drain
  }

  /// The latest order.
  package var order: @Sendable () -> Order
  /// Whether nobody reads the source's listing, or will.
  package var isListed: @Sendable () async throws -> Bool
  /// Whether other workers have all transfers that the hosts of its last photos allow: then nothing is claimed.
  package var isBlocked: @Sendable () -> Bool = { false }
  /// Whether the worker has other sources, to which it turns when nothing is there to claim.
  package var leavesWhenIdle = false
  /// In seconds.
  package var sleep: @Sendable (Double) async throws -> Void

  package init(
    order: @escaping @Sendable () -> Order,
    isListed: @escaping @Sendable () async throws -> Bool,
    sleep: @escaping @Sendable (Double) async throws -> Void = {
      // Workers that began together do not ask together.
      try await Task.sleep(for: .seconds($0 * .random(in: 0.7...1.3)))
    }
  ) {
    (self.order, self.isListed, self.sleep) = (order, isListed, sleep)
  }
}
