import Foundation

/// Tells the thread on which it is called from others that live.
func threadIdentity() -> UInt { UInt(pthread_self()) }
