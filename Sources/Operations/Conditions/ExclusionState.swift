/// Who holds and who waits for keys, as a pure value.
///
/// Each key has a line, and a request stands in the lines of all its keys. It is served when it is the
/// first in each: first in, first out for every key, all keys or none, and so no deadlock among those
/// who ask once. Who is served stays first until it gives the keys back.
struct ExclusionState<Waiter> {
  private struct Request {
    let keys: Set<String>
    /// Who is to be told; nil once it is served.
    var waiter: Waiter?
  }

  private var requests: [UInt64: Request] = [:]
  private var lines: [String: ArraySlice<UInt64>] = [:]

  /// Takes the keys and gives true, or puts the request in line. No ticket comes twice.
  mutating func take(_ keys: Set<String>, _ ticket: UInt64, _ waiter: Waiter) -> Bool {
    for key in keys { lines[key, default: []].append(ticket) }
    let isServed = isFirst(ticket, keys)
    requests[ticket] = Request(keys: keys, waiter: isServed ? nil : waiter)
    return isServed
  }

  /// Takes a request out of the lines that was not served; gives its waiter, and those who can go on
  /// without it.
  mutating func leave(_ ticket: UInt64) -> (left: Waiter?, served: [Waiter]) {
    guard let waiter = requests[ticket]?.waiter else { return (nil, []) }
    return (waiter, release(ticket))
  }

  /// Gives a request's keys back; gives those who hold theirs now.
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

  /// The keys of those of `tickets` that were not given back.
  func keys(of tickets: [UInt64]) -> Set<String> {
    tickets.reduce(into: []) { keys, ticket in keys.formUnion(requests[ticket]?.keys ?? []) }
  }

  /// The waiter, where its request is first in all lines and was not served yet.
  private mutating func serve(_ ticket: UInt64) -> Waiter? {
    guard let request = requests[ticket], isFirst(ticket, request.keys) else { return nil }
    return requests[ticket]?.waiter.take()
  }

  private func isFirst(_ ticket: UInt64, _ keys: Set<String>) -> Bool {
    keys.allSatisfy { lines[$0]?.first == ticket }
  }
}
