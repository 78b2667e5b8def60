import Dispatch
import Foundation

extension Thread {
  /// Starts a thread whose name the kernel knows: at most 15 bytes of it (pthread_setname_np(3)).
  package static func start(named name: String, _ body: @escaping @Sendable () -> Void) {
    let isStarted = DispatchSemaphore(value: 0)
    detachNewThread {
      // Foundation names only a thread that it has started (swift-corelibs-foundation of Swift 6.3). From within: the
      // name of another thread is a file in /proc, which a process with restricted rights cannot write.
      isStarted.wait()
      Thread.current.name = name
      body()
    }
    isStarted.signal()
  }
}
