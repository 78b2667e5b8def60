import CSandbox
import Glibc
import SystemCalls

/// A process that is forked before the restrictions of this one begin, for work that they would forbid.
///
/// It has one thread, a process group of its own, and ends when its work returns; the work should return when
/// the other end of `channel`, a socket that keeps messages apart (SOCK_SEQPACKET), is closed.
package enum HelperProcess {
  /// Starts the process. Call it before this process starts its first thread.
  /// - Returns: This process's end of the channel, which the caller closes.
  package static func start(_ work: (_ channel: Int32) -> Void) throws(SystemError) -> Int32 {
    var ends: [Int32] = [-1, -1]
    guard
      socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0
    else { throw SystemError() }
    let process = sandbox_fork()
    if process == 0 {
      close(ends[0])
      setpgid(0, 0)
      work(ends[1])
      _exit(0)
    }
    let code = errno
    close(ends[1])
    guard process > 0 else {
      close(ends[0])
      throw SystemError(code)
    }
    return ends[0]
  }
}
