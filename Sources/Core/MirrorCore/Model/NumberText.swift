import Foundation

/// Numbers as people read them, wherever a message or a page has one.
package enum NumberText {
  /// `630`, `1,000`.
  package static func count(_ value: Int) -> String {
    var grouped = ""
    let digits = String(value.magnitude)
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { grouped.append(",") }
      grouped.append(digit)
    }
    return (value < 0 ? "-" : "") + grouped
  }

  /// Bytes in decimal units with at least two digits: `183 KB`, `1.2 MB`, `17 GB`.
  package static func bytes(_ value: Int64) -> String {
    guard value >= 1000 else { return "\(max(0, value)) B" }
    var scaled = Double(value)
    for unit in ["KB", "MB", "GB", "TB", "PB", "EB"] {
      scaled /= 1000
      if scaled < 9.95 { return String(format: "%.1f %@", scaled, unit) }
      if scaled < 999.5 || unit == "EB" { return String(format: "%.0f %@", scaled, unit) }
    }
    return "\(value) B"
  }
}
