import Foundation

extension Operation {
  /// Tells the queue that the value of `key` has changed, which it reads at once: never call it with a lock held
  /// that the getter takes.
  ///
  /// Foundation on Linux has no key-value observing, and its queues learn of a change from `didChangeValue` alone;
  /// elsewhere both calls are needed. (Not tried.)
  func changed(_ key: String) {
    #if canImport(Darwin)
      willChangeValue(forKey: key)
    #endif
    didChangeValue(forKey: key)
  }
}
