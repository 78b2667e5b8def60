import MirrorCore

extension CheckCoverage {
  /// The keys that `status`, `verify` and reports give to checks.
  package static let keys = ResultKeys<CheckCoverage> {
    $0.add("photos", \.photos)
    $0.add("checked", \.checked)
    $0.add("checked_30_days", \.recent)
    $0.add("oldest_at", time: \.oldest)
    $0.add("problems", \.problems)
    $0.add("rotten", "as these at their last check", \.rotten)
    $0.add("cycle_days", "in which all files are read", \.cycleDays)
  }
}
