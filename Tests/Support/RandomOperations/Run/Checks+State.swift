/// The checks at each change of the state.
extension Checks.State {
  /// Returns the operation's record after the begin.
  mutating func begin(_ id: Int) -> Record {
    records[id, default: Record()].begins += 1
    return records[id] ?? Record()
  }

  /// The first work of a child in a group, or inside it.
  mutating func begin(_ child: Int, in group: Int) {
    guard occupancies[group, default: Occupancy()].begun.insert(child).inserted else { return }
    let begun = occupancies[group]?.begun.count ?? 0
    let limit = occupancies[group]?.limits.values.min() ?? .max
    check(
      begun <= limit, "#\(child) began in #\(group), which is suspended: \(begun), not \(limit)")
  }

  /// The begin of a child's own body.
  mutating func begin(_ location: Location, in group: Int, _ info: GroupInfo?) {
    let id = location.part.id
    begin(id, in: group)
    guard info?.width == 1, let order = location.order else { return }
    let last = records[group]?.started ?? -1
    check(last < order, "#\(id) began in #\(group) after a later child")
    records[group, default: Record()].started = order
  }

  /// The first work inside a holder, which may be a child's, shows that it holds its keys.
  mutating func checkKeys(of location: Location) {
    let new = Set(location.keys.values).subtracting(held)
    for (key, holder) in location.keys where new.contains(holder) { holders[key] = holder }
    held.formUnion(new)
    for (key, holder) in location.keys {
      let last = holders[key] ?? holder
      check(last == holder, "#\(location.part.id) works while #\(last) holds key \(key)")
    }
  }

  mutating func checkWidth(of group: Int, _ width: Int) {
    let count = occupancies[group]?.count ?? 0
    guard count > width else { return }
    let text = text(of: group)
    check(false, "\(count) children of #\(group) work at once: \(text)")
  }

  private func text(of group: Int) -> String {
    guard let occupancy = occupancies[group] else { return "none" }
    let working = occupancy.working.filter { $0.value > 0 }.keys.sorted()
    return
      "working in \(working), waiting in \(occupancy.hosting.filter { $0.value > 0 }.keys.sorted())"
  }
}
