extension Int64 {
  /// The sum, or the nearest value there is: what a feed or a catalog says may be any number.
  package func addingClamped(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other > 0 ? .max : .min) : sum
  }
}
