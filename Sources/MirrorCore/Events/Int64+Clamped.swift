extension Int64 {
  /// The sum, clamped to the range of `Int64`: feeds and catalogs can contain any number.
  package func addingClamped(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other > 0 ? .max : .min) : sum
  }
}
