/// Who holds and who waits for keys, as a pure value.
///
/// A request is served when none of its keys is held, nor wanted by an earlier request: first in,
/// first out for each key, all keys or none, and so no deadlock among those who ask once.
struct ExclusionState<Waiter> {
  private var held: Set<String> = []
  private var line: [(ticket: UInt64, keys: Set<String>, waiter: Waiter)] = []

  /// Takes the keys and gives true, or puts the request in line.
  mutating func take(_ keys: Set<String>, _ ticket: UInt64, _ waiter: Waiter) -> Bool {
    let isWanted = line.contains { !$0.keys.isDisjoint(with: keys) }
    guard !isWanted, held.isDisjoint(with: keys) else {
      line.append((ticket, keys, waiter))
      return false
    }
    held.formUnion(keys)
    return true
  }

  /// Takes a request out of the line; gives its waiter, and those who can go on without it.
  mutating func leave(_ ticket: UInt64) -> (left: Waiter?, served: [Waiter]) {
    guard let index = line.firstIndex(where: { $0.ticket == ticket }) else { return (nil, []) }
    let left = line.remove(at: index).waiter
    return (left, serve())
  }

  /// Gives keys back; gives those who hold theirs now.
  mutating func release(_ keys: Set<String>) -> [Waiter] {
    held.subtract(keys)
    return serve()
  }

  private mutating func serve() -> [Waiter] {
    var taken = held
    var served: [Waiter] = []
    line.removeAll { request in
      defer { taken.formUnion(request.keys) }
      guard taken.isDisjoint(with: request.keys) else { return false }
      held.formUnion(request.keys)
      served.append(request.waiter)
      return true
    }
    return served
  }
}
