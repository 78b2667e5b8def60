import Glibc
import Sandbox

/// Whether other processes of the user can read the environment and the memory of this one, with the keys in them.
package enum ClosedMemory {
  /// The environment variable that leaves them open, for debuggers and measurements.
  static let variable = "PHOTOMIRROR_DUMPABLE"

  /// Closes them, and has no core file or backtrace written, unless ``variable`` is 1. It is the first statement of the
  /// program, so that no key was read before.
  package static func begin() {
    if isClosed(getenv(variable).map { String(cString: $0) }) { OwnMemory.close() }
  }

  /// - Parameter value: Of ``variable``; nil if it is not set.
  static func isClosed(_ value: String?) -> Bool { value != "1" }
}
