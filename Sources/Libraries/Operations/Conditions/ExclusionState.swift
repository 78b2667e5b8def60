/// The holders of keys and the requests that wait for them, as a value.
///
/// Each key has a line, and a request is in the lines of all its keys. It is granted when it is first in
/// each of them: first in, first out for every key, all keys or none, and so no deadlock among callers that
/// request once. A granted request stays first until it releases the keys.
struct ExclusionState<Waiter> {
  private final class Request: LineEntry {
    let keys: Set<String>
    /// Resumed when the request is granted; nil from then on.
    var waiter: Waiter?
    /// Whether it holds its keys, or waits for them.
    var isWaiting = true

    init(_ keys: Set<String>) { self.keys = keys }
  }

  private var requests: [UInt64: Request] = [:]
  private var lines: [String: Line<Request>] = [:]

  /// Acquires the keys and returns true, or queues the request. Every ticket is used once.
  mutating func take(_ keys: Set<String>, _ ticket: UInt64, _ waiter: Waiter) -> Bool {
    let request = Request(keys)
    for key in keys { lines[key, default: Line()].append(request) }
    requests[ticket] = request
    let isServed = isFirst(request)
    if !isServed { request.waiter = waiter }
    return isServed
  }

  /// Removes a request that was not granted from the lines.
  /// - Returns: Its waiter, and the waiters of requests that are granted as a result.
  mutating func leave(_ ticket: UInt64) -> (left: Waiter?, served: [Waiter]) {
    guard let waiter = requests[ticket]?.waiter else { return (nil, []) }
    return (waiter, release(ticket))
  }

  /// Releases a request's keys.
  /// - Returns: The waiters of requests that are granted as a result.
  mutating func release(_ ticket: UInt64) -> [Waiter] {
    guard let request = requests.removeValue(forKey: ticket) else { return [] }
    request.isWaiting = false
    return request.keys.sorted().compactMap { key in
      lines[key]?.noteLeft()
      guard let first = lines[key]?.first() else {
        lines[key] = nil
        return nil
      }
      return isFirst(first) ? first.waiter.take() : nil
    }
  }

  /// Whether the request of `ticket` holds its keys, or waits for them.
  func isHeld(by ticket: UInt64) -> Bool { requests[ticket] != nil }

  /// The keys of those of `tickets` that were not released.
  func keys(of tickets: [UInt64]) -> Set<String> {
    tickets.reduce(into: []) { keys, ticket in keys.formUnion(requests[ticket]?.keys ?? []) }
  }

  private mutating func isFirst(_ request: Request) -> Bool {
    request.keys.allSatisfy { lines[$0]?.first() === request }
  }
}
