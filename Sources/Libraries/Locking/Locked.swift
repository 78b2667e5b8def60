#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(WinSDK)
  import WinSDK
#endif

#if canImport(WinSDK)
  @usableFromInline typealias PlatformMutex = SRWLOCK
#else
  @usableFromInline typealias PlatformMutex = pthread_mutex_t
#endif

/// Tried with Glibc alone.
extension UnsafeMutablePointer where Pointee == PlatformMutex {
  @inlinable func initializeMutex() {
    initialize(to: PlatformMutex())
    #if canImport(WinSDK)
      InitializeSRWLock(self)
    #else
      #if canImport(Glibc)
        // It spins before it waits in the kernel: the lock is held for a few instructions (measured: half of the time
        // of small children on two processors was the kernel's).
        var attributes = pthread_mutexattr_t()
        pthread_mutexattr_init(&attributes)
        pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_ADAPTIVE_NP))
        let code = pthread_mutex_init(self, &attributes)
        pthread_mutexattr_destroy(&attributes)
      #else
        let code = pthread_mutex_init(self, nil)
      #endif
      precondition(code == 0, "pthread_mutex_init failed with \(code)")
    #endif
  }

  @inlinable func destroyMutex() {
    #if !canImport(WinSDK)
      pthread_mutex_destroy(self)
    #endif
  }

  @inlinable func lock() {
    #if canImport(WinSDK)
      AcquireSRWLockExclusive(self)
    #else
      pthread_mutex_lock(self)
    #endif
  }

  @inlinable func unlock() {
    #if canImport(WinSDK)
      ReleaseSRWLockExclusive(self)
    #else
      pthread_mutex_unlock(self)
    #endif
  }
}

/// A value that is accessible only while a lock is held: the project's one lock type.
///
/// Based on a `pthread_mutex_t` (an `SRWLOCK` on Windows), because ThreadSanitizer supports it; under `Synchronization.Mutex` on Linux
/// it reports races that do not exist. Not recursive. Hold it for a few instructions; never call out, wait or
/// do I/O inside. Copies share the lock and the value.
///
/// `@unchecked Sendable`: the value is guarded by the mutex. One allocation holds both, and Swift does not
/// check access to it for exclusivity, which the lock guarantees (an eighth of the cost of an operation).
/// Inlinable, because otherwise each use in another module would look up the type's metadata; public for the
/// same reason: Swift 6.3 inlines no `package` function of another module (measured: an operation in a group
/// took a third longer).
public struct Locked<Value>: @unchecked Sendable {
  @usableFromInline final class Storage: ManagedBuffer<Value, PlatformMutex> {
    @inlinable deinit {
      withUnsafeMutablePointerToElements { $0.destroyMutex() }
    }
  }

  @usableFromInline let storage: ManagedBuffer<Value, PlatformMutex>

  /// - Parameter value: The first value; the lock is its only owner from now on.
  @inlinable public init(_ value: sending Value) {
    storage = Storage.create(minimumCapacity: 1) { _ in value }
    storage.withUnsafeMutablePointerToElements { $0.initializeMutex() }
  }

  /// Runs `body` with the value while the lock is held, and returns its result.
  @inlinable public func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try storage.withUnsafeMutablePointers { (value, mutex) throws(Failure) -> Result in
      mutex.lock()
      defer { mutex.unlock() }
      return try body(&value.pointee)
    }
  }
}
