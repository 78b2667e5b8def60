import CSandbox

/// The memory of this process.
package enum OwnMemory {
  /// Closes it, and the environment, to other processes of the user; only root can read them from now on. No core file
  /// is written by this process and those that it starts, and no backtrace: a crash ends it.
  ///
  /// Call it before a secret is read. This process can still open its own descriptors and maps in `/proc`, and a program
  /// that it executes begins open again (prctl(2), `PR_SET_DUMPABLE`).
  package static func close() { _ = sandbox_close_memory() }
}
