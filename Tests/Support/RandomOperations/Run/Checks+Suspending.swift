import Operations

extension Checks {
  /// A token of the group was taken. Only children that hold a slot without working may still begin.
  /// - Returns: The number of the token.
  func suspended(_ group: Int) -> Int {
    let width = layout.groups[group]?.width ?? .max
    return change { state in
      state.tokens += 1
      let occupancy = state.occupancies[group, default: Occupancy()]
      let free = max(0, width - occupancy.count)
      let (limit, isTooMuch) = occupancy.begun.count.addingReportingOverflow(free)
      state.occupancies[group, default: Occupancy()].limits[state.tokens] = isTooMuch ? .max : limit
      return state.tokens
    }
  }

  /// The token is about to be resumed.
  func resuming(_ group: Int, _ token: Int) {
    change { $0.occupancies[group]?.limits[token] = nil }
  }

  /// The operations that have not ended, for the report of a hang.
  func unfinished(_ isFinished: (Int) -> Bool?) -> String {
    let (records, occupancies) = change { ($0.records, $0.occupancies) }
    let lines = layout.ids.sorted().compactMap { id -> String? in
      guard let record = records[id], record.isTaken, isFinished(id) == false else { return nil }
      let begun = record.begins > 0 || record.attempts > 0 ? "has begun" : "has not begun"
      let waits = occupancies.filter { $0.value.hosting[id, default: 0] > 0 }.keys.sorted()
      return "#\(id) \(begun)" + (waits.isEmpty ? "" : ", waits inside for a child of \(waits)")
    }
    return lines.joined(separator: "\n")
  }
}
