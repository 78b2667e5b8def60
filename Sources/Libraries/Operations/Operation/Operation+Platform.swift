import Foundation

extension Operation {
  /// Changes state, and tells the queue that the value of `key` has changed, which it reads at once: never call it with a
  /// lock held that the getter takes.
  ///
  /// Foundation on Linux has no key-value observing, and its queues learn of a change from `didChangeValue` alone;
  /// on Darwin observers are notified before and after the change. (Not tried.)
  func changing<Result>(_ key: String, _ change: () -> Result) -> Result {
    #if canImport(Darwin)
      willChangeValue(forKey: key)
    #endif
    defer { didChangeValue(forKey: key) }
    return change()
  }
}
