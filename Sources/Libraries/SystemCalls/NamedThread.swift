import CGlibc
import Glibc

/// Threads whose names the kernel knows. Without Foundation, whose libraries take longer to load than a picture to
/// decode.
package enum NamedThread {
  /// Starts a thread.
  /// - Parameter name: At most 15 bytes of it are used (pthread_setname_np(3)).
  package static func start(named name: String, _ body: @escaping @Sendable () -> Void) {
    let work = Unmanaged.passRetained(Work(name: name, body: body))
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { context in
        let work = Unmanaged<Work>.fromOpaque(context!).takeRetainedValue()
        // From within: the name of another thread is a file in /proc, which a process with restricted rights cannot
        // write.
        pthread_setname_np(
          pthread_self(), String(decoding: work.name.utf8.prefix(15), as: UTF8.self))
        work.body()
        return nil
      }, work.toOpaque())
    precondition(code == 0, "cannot start a thread: \(SystemError(code).reason)")
    pthread_detach(thread)
  }

  private final class Work: Sendable {
    let name: String
    let body: @Sendable () -> Void

    init(name: String, body: @escaping @Sendable () -> Void) {
      (self.name, self.body) = (name, body)
    }
  }
}
