/// A Content-Range field (RFC 9110 14.4).
enum ContentRange: Equatable {
  /// `bytes first-last/total`; the total is nil for `*`.
  case bytes(first: Int64, last: Int64, total: Int64?)
  /// `bytes */total`, as a 416 has it.
  case unsatisfied(total: Int64)

  /// Nil for other units and for what contradicts itself.
  init?(_ text: String) {
    let words = text.split(separator: " ")
    guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
    let halves = words[1].split(separator: "/", omittingEmptySubsequences: false)
    guard halves.count == 2 else { return nil }
    let total = ResponseHead.count(halves[1].utf8)
    guard total != nil || halves[1] == "*" else { return nil }
    if halves[0] == "*" {
      guard let total else { return nil }
      self = .unsatisfied(total: total)
      return
    }
    let ends = halves[0].split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let first = ResponseHead.count(ends[0].utf8),
      let last = ResponseHead.count(ends[1].utf8), first <= last, total.map({ last < $0 }) ?? true
    else { return nil }
    self = .bytes(first: first, last: last, total: total)
  }
}
