import MirrorCore

extension Tally {
  /// How many details are requested a second, over the last two minutes; nil before the first.
  package func detailsPerSecond(at time: Duration) -> Double? {
    guard let details, details.done > 0 else { return nil }
    return detailRate.perSecond(at: time)
  }

  /// The time until all details are there, at that rate; nil at first, and beyond ten days.
  package func detailTimeLeft(at time: Duration) -> Duration? {
    guard let details, details.done < details.total, let pace = detailsPerSecond(at: time), pace > 0
    else { return nil }
    let seconds = (Double(details.total - details.done) / pace).rounded(.up)
    return seconds < 864_000 ? .seconds(seconds) : nil
  }

  /// `details of 140 of 449 photos, 54 a minute, 5:43 left`; nil before the first.
  package func detailText(at time: Duration) -> String? {
    guard let details else { return nil }
    let rate = detailsPerSecond(at: time).map { ", \(Quantity.pace($0))" } ?? ""
    let left = detailTimeLeft(at: time).map { ", \(Quantity.clock($0)) left" } ?? ""
    return "details of \(details.text)\(rate)\(left)"
  }
}

extension DetailFacts {
  /// `140 of 449 photos`.
  var text: String { Quantity.count(done, outOf: total, of: "photo") }

  /// Whether a listing of lines has a line for it: each may take an hour's share of calls.
  var isMilestone: Bool { done == 0 || done == total || done.isMultiple(of: 100) }
}
