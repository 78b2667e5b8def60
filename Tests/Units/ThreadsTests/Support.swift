import Foundation

/// Identifies the calling thread among the live threads.
func threadIdentity() -> UInt { UInt(pthread_self()) }

/// An error that tests can distinguish from others.
struct Broken: Error, Equatable {
  var number = 0
}
