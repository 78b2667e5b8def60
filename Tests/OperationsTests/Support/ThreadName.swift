import Foundation

/// The name of the thread on which it is called.
func threadName() -> String { Thread.current.name ?? "" }
