import Foundation

/// Which histories a test runs.
package struct HistoryChoice: Sendable {
  package let seeds: [UInt64]
  /// Whether `Tests/Programs/history` asks, and not an ordinary run of all tests.
  package let isAsked: Bool

  /// - Parameter usual: The seeds of an ordinary run of all tests.
  package init(usual: [UInt64]) {
    let environment = ProcessInfo.processInfo.environment
    let count = environment["PHOTOMIRROR_HISTORIES"].flatMap { Int($0) }
    let first = environment["PHOTOMIRROR_SEED"].flatMap { UInt64($0) } ?? 1
    isAsked = count != nil
    seeds = count.map { (0..<UInt64(max(0, $0))).map { first + $0 } } ?? usual
  }
}
