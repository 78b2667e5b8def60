import CSQLite
import Glibc
import SystemCalls

/// Keeps writers from copying the write-ahead log into the catalog's file (a checkpoint) while a reader holds it:
/// a flock(2) on the catalog's folder, which needs no file and no right to write.
///
/// SQLite's own lock for this is a mark in the log's index. A reader that may not change the index has none: it
/// reads the file as if nobody changed it, and a checkpoint would give it pages of two states. Where the file
/// system has no such locks, readers and writers work without them.
final class CheckpointLock {
  /// In attempts and microseconds: as long as SQLite waits.
  private static let (attempts, pause) = (500, UInt32(10_000))
  private let folder: Int32

  /// - Parameter path: The catalog's file.
  init(of path: String) {
    let slash = path.lastIndex(of: "/")
    let name = slash.map { String(path[...$0]) } ?? "."
    folder = LinkFree.open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  }

  deinit {
    guard folder >= 0 else { return }
    // A child that was just forked holds the folder open until it runs its program.
    flock(folder, LOCK_UN)
    close(folder)
  }

  /// Prevents checkpoints until this object ends. Waits for one that is running.
  /// - Returns: False if it does not end in five seconds.
  func hold() -> Bool {
    for _ in 0..<Self.attempts {
      if acquire(LOCK_SH) { return true }
      usleep(Self.pause)
    }
    return false
  }

  /// Runs `checkpoint`, or returns false if a reader prevents it.
  func permit(_ checkpoint: () -> Void) -> Bool {
    guard acquire(LOCK_EX) else { return false }
    checkpoint()
    flock(folder, LOCK_UN)
    return true
  }

  private func acquire(_ kind: Int32) -> Bool {
    folder < 0 || flock(folder, kind | LOCK_NB) == 0 || errno != EWOULDBLOCK
  }
}

extension CheckpointLock {
  /// The pages of the log at which a commit makes a checkpoint: SQLite's default
  /// (https://sqlite.org/c3ref/wal_autocheckpoint.html).
  private static let logPages: Int32 = 1000

  /// Replaces the connection's checkpoints after commits. The lock must exist until the connection is closed.
  func guardCommits(of handle: OpaquePointer) {
    sqlite3_wal_hook(
      handle,
      { context, handle, schema, pages in
        guard let context, pages >= CheckpointLock.logPages else { return SQLITE_OK }
        // A checkpoint that fails is made at a later commit.
        _ = Unmanaged<CheckpointLock>.fromOpaque(context).takeUnretainedValue().permit {
          _ = sqlite3_wal_checkpoint_v2(handle, schema, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
        }
        return SQLITE_OK
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Closes the connection, with a checkpoint if it is the file's last one and no reader prevents it.
  func closeConnection(_ handle: OpaquePointer) {
    guard !permit({ _ = sqlite3_close_v2(handle) }) else { return }
    sqlite3_set_switch(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
    sqlite3_close_v2(handle)
  }
}
