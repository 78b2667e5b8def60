import MirrorCore

extension JSONObject {
  /// The keys that `status`, `verify` and reports give to checks.
  package init(_ coverage: CheckCoverage) {
    self.init()
    set("photos", coverage.photos)
    set("checked", coverage.checked)
    set("checked_30_days", coverage.recent)
    set("oldest_at", secondsSince1970: coverage.oldest)
    set("problems", coverage.problems)
    set("rotten", coverage.rotten)
    set("cycle_days", coverage.cycleDays)
  }
}
