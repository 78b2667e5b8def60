#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A value that is accessible only while a lock is held: the project's one lock type.
///
/// Based on a `pthread_mutex_t`, because ThreadSanitizer supports it; under `Synchronization.Mutex` on Linux
/// it reports races that do not exist. Not recursive. Hold it for a few instructions; never call out, wait or
/// do I/O inside. Copies share the lock and the value.
///
/// `@unchecked Sendable`: the value is guarded by the mutex. One allocation holds both, and Swift does not
/// check access to it for exclusivity, which the lock guarantees (an eighth of the cost of an operation).
/// Inlinable, because otherwise each use in another module would look up the type's metadata; public for the
/// same reason: Swift 6.3 inlines no `package` function of another module (measured: an operation in a group
/// took a third longer).
public struct Locked<Value>: @unchecked Sendable {
  @usableFromInline final class Storage: ManagedBuffer<Value, pthread_mutex_t> {
    @inlinable deinit {
      _ = withUnsafeMutablePointerToElements { pthread_mutex_destroy($0) }
    }
  }

  @usableFromInline let storage: ManagedBuffer<Value, pthread_mutex_t>

  /// - Parameter value: The first value; the lock is its only owner from now on.
  @inlinable public init(_ value: sending Value) {
    storage = Storage.create(minimumCapacity: 1) { _ in value }
    storage.withUnsafeMutablePointerToElements { mutex in
      mutex.initialize(to: pthread_mutex_t())
      let code = pthread_mutex_init(mutex, nil)
      precondition(code == 0, "pthread_mutex_init failed with \(code)")
    }
  }

  /// Runs `body` with the value while the lock is held, and returns its result.
  @inlinable public func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try storage.withUnsafeMutablePointers { (value, mutex) throws(Failure) -> Result in
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      return try body(&value.pointee)
    }
  }
}
