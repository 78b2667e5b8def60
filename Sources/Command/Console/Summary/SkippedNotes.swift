import MirrorCore

/// The skipped entries of a listing, counted by kind and reason.
package struct SkippedNotes: Sendable {
  private struct Group: Sendable {
    let kind: String
    let reason: String
    var count: Int
  }

  /// Bounds the memory for a provider with many reasons.
  private static let mostGroups = 10

  private var groups: [Group] = []
  private var others = 0

  package init() {}

  /// Counts entries of one page.
  package mutating func note(_ entries: [SkippedFacts]) {
    for entry in entries {
      if let index = groups.firstIndex(where: { ($0.kind, $0.reason) == (entry.kind, entry.reason) }
      ) {
        groups[index].count += 1
      } else if groups.count < Self.mostGroups {
        groups.append(Group(kind: entry.kind, reason: entry.reason, count: 1))
      } else {
        others += 1
      }
    }
  }

  /// `3 videos were skipped: videos are not mirrored yet`, a line for each kind and reason; safe to
  /// show.
  package var lines: [String] {
    groups.map { group in
      let entries = Quantity.count(group.count, of: TerminalText.line(group.kind))
      let verb = group.count == 1 ? "was" : "were"
      return "\(entries) \(verb) skipped: \(TerminalText.line(group.reason))"
    } + (others == 0 ? [] : ["\(Quantity.count(others)) more skipped for other reasons"])
  }
}
