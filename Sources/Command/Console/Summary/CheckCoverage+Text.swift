import MirrorCore

extension CheckCoverage {
  /// `all files are read every 41 days at this pace`; nil if none was read in the last 30 days.
  package var pace: String? {
    cycleDays.map { "all files are read every \(Quantity.count($0, of: "day")) at this pace" }
  }

  /// One line for people; nil if no file was checked.
  /// - Parameter now: Seconds since 1970.
  package func line(now: Int64) -> String? {
    guard checked > 0 else { return nil }
    let days = oldest.map { max(0, (now - $0) / 86_400) } ?? 0
    let age = "the oldest check is \(Quantity.count(Int(days), of: "day")) old"
    let read = Quantity.count(recent, outOf: photos, of: "file")
    guard problems > 0 else { return "\(read) verified in the last 30 days, \(age)" }
    let faults = "\(Quantity.count(problems, of: "photo")) with problems"
    return "\(read) verified in the last 30 days, \(age); \(faults) (\(rotten) damaged or rotten)"
  }
}
