/// The holders of keys and the requests that wait for them, as a pure value.
///
/// Each key has a queue, and a request is in the queues of all its keys. It is granted when it is first in
/// each of them: first in, first out for every key, all keys or none, and so no deadlock among callers that
/// request once. A granted request stays first until it releases the keys.
struct ExclusionState<Waiter> {
  private struct Request {
    let keys: Set<String>
    /// Resumed when the request is granted; nil from then on.
    var waiter: Waiter?
  }

  private var requests: [UInt64: Request] = [:]
  private var lines: [String: ArraySlice<UInt64>] = [:]

  /// Acquires the keys and returns true, or queues the request. Every ticket is used once.
  mutating func take(_ keys: Set<String>, _ ticket: UInt64, _ waiter: Waiter) -> Bool {
    for key in keys { lines[key, default: []].append(ticket) }
    let isServed = isFirst(ticket, keys)
    requests[ticket] = Request(keys: keys, waiter: isServed ? nil : waiter)
    return isServed
  }

  /// Removes a request that was not granted from the queues.
  /// - Returns: Its waiter, and the waiters of requests that are granted as a result.
  mutating func leave(_ ticket: UInt64) -> (left: Waiter?, served: [Waiter]) {
    guard let waiter = requests[ticket]?.waiter else { return (nil, []) }
    return (waiter, release(ticket))
  }

  /// Releases a request's keys.
  /// - Returns: The waiters of requests that are granted as a result.
  mutating func release(_ ticket: UInt64) -> [Waiter] {
    guard let keys = requests.removeValue(forKey: ticket)?.keys else { return [] }
    for key in keys {
      if lines[key]?.first == ticket {
        lines[key]?.removeFirst()
      } else {
        lines[key]?.removeAll { $0 == ticket }
      }
      if lines[key]?.isEmpty == true { lines[key] = nil }
    }
    return keys.sorted().compactMap { key in lines[key]?.first.flatMap { serve($0) } }
  }

  /// Whether the request of `ticket` holds its keys, or waits for them.
  func isHeld(by ticket: UInt64) -> Bool { requests[ticket] != nil }

  /// The keys of those of `tickets` that were not released.
  func keys(of tickets: [UInt64]) -> Set<String> {
    tickets.reduce(into: []) { keys, ticket in keys.formUnion(requests[ticket]?.keys ?? []) }
  }

  /// The waiter, if its request is first in all queues and was not granted before.
  private mutating func serve(_ ticket: UInt64) -> Waiter? {
    guard let request = requests[ticket], isFirst(ticket, request.keys) else { return nil }
    return requests[ticket]?.waiter.take()
  }

  private func isFirst(_ ticket: UInt64, _ keys: Set<String>) -> Bool {
    keys.allSatisfy { lines[$0]?.first == ticket }
  }
}
