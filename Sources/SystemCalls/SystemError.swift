import Glibc

/// A failed system call's number (errno(3)) and the system's words for it.
package struct SystemError: Error, Hashable, Sendable {
  /// One of the numbers of errno(3).
  package let code: Int32

  /// - Parameter code: the calling thread's `errno`, unless another number is given.
  package init(_ code: Int32 = errno) { self.code = code }

  /// The system's sentence, such as `No such file or directory`. glibc's strerror(3) may be called from
  /// several threads.
  package var reason: String { String(cString: strerror(code)) }
}
