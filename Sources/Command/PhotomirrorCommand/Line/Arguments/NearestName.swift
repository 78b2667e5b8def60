/// Suggestions for mistyped names.
enum NearestName {
  /// "did you mean NAME?", or nothing.
  static func hint(_ typed: String, among names: [String], quote: String = "") -> [String] {
    of(typed, among: names).map { ["did you mean \(quote)\($0)\(quote)?"] } ?? []
  }

  /// The one of `names` with the fewest edits from `typed`, ignoring case; nil if it needs more edits than
  /// a third of its letters.
  static func of(_ typed: String, among names: [String]) -> String? {
    let typed = Array(typed.prefix(64).lowercased().utf8)
    let measured = names.map { (name: $0, edits: edits(typed, Array($0.lowercased().utf8))) }
    guard let nearest = measured.min(by: { $0.edits < $1.edits }) else { return nil }
    return nearest.edits <= max(1, nearest.name.utf8.count / 3) ? nearest.name : nil
  }

  /// Insertions, deletions, replacements and swaps of neighbours (optimal string alignment).
  private static func edits(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var before: [Int] = []
    var last = Array(0...right.count)
    for row in left.indices {
      var next = [row + 1]
      for column in right.indices {
        let cost = left[row] == right[column] ? 0 : 1
        var best = min(last[column] + cost, last[column + 1] + 1, next[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          best = min(best, before[column - 1] + 1)
        }
        next.append(best)
      }
      (before, last) = (last, next)
    }
    return last[right.count]
  }
}
