import Foundation

/// Identifies the calling thread among the live threads.
func threadIdentity() -> UInt { UInt(pthread_self()) }
