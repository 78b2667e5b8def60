#if canImport(Glibc)
  import Glibc
#endif

/// A value that is only reached while a lock is held: the project's one lock type.
///
/// Over a `pthread_mutex_t`, because ThreadSanitizer knows it: it reports races that are not there
/// under `Synchronization.Mutex` on Linux. Not recursive. Hold it for a few instructions; never
/// call out, wait or do I/O inside.
///
/// `@unchecked Sendable`: `value` is guarded by `mutex`. Inlinable, or each use in another module
/// would look the type's metadata up; and public for the same reason: Swift 6.3 inlines no `package`
/// function of another module (tried; an operation in a group took a third longer).
public final class Locked<Value>: @unchecked Sendable {
  @usableFromInline var value: Value
  @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>

  @inlinable public init(_ value: sending Value) {
    self.value = value
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    let code = pthread_mutex_init(mutex, nil)
    precondition(code == 0, "pthread_mutex_init failed with \(code)")
  }

  @inlinable deinit {
    pthread_mutex_destroy(mutex)
    mutex.deinitialize(count: 1)
    mutex.deallocate()
  }

  /// Runs `body` with the value while the lock is held and gives what it returns.
  @inlinable public func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
