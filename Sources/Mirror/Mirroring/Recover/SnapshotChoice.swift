import LocalFiles

/// Which snapshots of a catalog are tried, and in which order.
///
/// The newest one is that with the most runs, and of those with as many the one that was numbered last. Names have times
/// of a clock, which may have been wrong: they decide only between snapshots that count alike, and those of the future
/// come after the others. Those that are more than a day ahead are candidates only if there is no other
/// (``SnapshotName/isAhead(of:)``).
struct SnapshotChoice: Sendable {
  /// What a snapshot says of itself; all of it may be forged.
  struct Candidate: Sendable, Hashable {
    let name: SnapshotName
    /// The id of its mirror; nil if it has none.
    let mirror: String?
    /// How often runs began.
    let runs: Int64
    /// The number of snapshots that the mirror left before it, and this one; 0 if unknown.
    let number: Int64
  }

  /// The indices of the snapshots of the mirror, the newest first.
  let order: [Int]
  /// The indices of those of other mirrors.
  let others: [Int]

  /// - Parameters:
  ///   - candidates: The preferred ones first of those that are the same.
  ///   - mirror: The id of the mirror; nil if unknown: then it is that of most of them.
  ///   - now: The name that a snapshot would get.
  init(_ candidates: [Candidate], of mirror: String?, now: SnapshotName) {
    let sorted = candidates.indices.sorted { one, other in
      let (left, right) = (candidates[one], candidates[other])
      let (future, others) = (left.name > now, right.name > now)
      if (left.runs, left.number) != (right.runs, right.number) {
        return (left.runs, left.number) > (right.runs, right.number)
      }
      if future != others { return !future }
      return left.name == right.name ? one < other : left.name > right.name
    }
    let own = mirror ?? Self.mostCommon(sorted.compactMap { candidates[$0].mirror })
    let isOther = { (index: Int) in
      own.flatMap { own in candidates[index].mirror.map { $0 != own } } ?? false
    }
    (order, others) = (sorted.filter { !isOther($0) }, sorted.filter(isOther))
  }

  /// Of several ids that are as common the first.
  private static func mostCommon(_ ids: [String]) -> String? {
    let counts = Dictionary(ids.map { ($0, 1) }, uniquingKeysWith: +)
    let most = counts.values.max()
    return ids.first { counts[$0] == most }
  }
}
