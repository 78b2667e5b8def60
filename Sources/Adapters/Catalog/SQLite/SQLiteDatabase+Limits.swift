import CSQLite
import Glibc
import SystemCalls

/// Limits on the resources that SQLite spends on an untrusted file.
extension SQLiteDatabase {
  /// In bytes: a photo's listing, whose texts are bounded, is much smaller.
  static let longestValue: Int32 = 8 << 20
  /// In bytes: the maximum total of one query's values.
  static let largestAnswer = 64 << 20
  /// In bytes, for all connections of the process: they need a small part of it.
  private static let mostMemory: Int64 = 128 << 20

  /// Disables the features that a catalog does not use (https://sqlite.org/security.html).
  static func restrict(_ handle: OpaquePointer) {
    sqlite3_hard_heap_limit64(mostMemory)
    let switches: [(Int32, Int32)] = [
      (SQLITE_DBCONFIG_DEFENSIVE, 1), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
      (SQLITE_DBCONFIG_ENABLE_TRIGGER, 0), (SQLITE_DBCONFIG_ENABLE_VIEW, 0),
      (SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0), (SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0),
      (SQLITE_DBCONFIG_DQS_DDL, 0), (SQLITE_DBCONFIG_DQS_DML, 0),
    ]
    for (option, value) in switches { sqlite3_set_switch(handle, option, value) }
    let limits: [(Int32, Int32)] = [
      (SQLITE_LIMIT_LENGTH, longestValue), (SQLITE_LIMIT_SQL_LENGTH, 64 << 10),
      (SQLITE_LIMIT_COLUMN, 100), (SQLITE_LIMIT_EXPR_DEPTH, 50),
      (SQLITE_LIMIT_COMPOUND_SELECT, 5), (SQLITE_LIMIT_VDBE_OP, 25_000),
      (SQLITE_LIMIT_FUNCTION_ARG, 10), (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 100),
      (SQLITE_LIMIT_VARIABLE_NUMBER, 100), (SQLITE_LIMIT_TRIGGER_DEPTH, 1),
    ]
    for (limit, value) in limits { sqlite3_limit(handle, limit, value) }
  }
}

/// Aborts a statement that reads far more pages than the file has: B-trees whose pages refer to each other
/// never end.
///
/// Belongs to the connection's owner; SQLite calls it within a step, on the same thread.
final class PageCount {
  private static let free: Int64 = 1 << 16
  /// For each page of the file: a migration reads a page for each of its rows, in each index.
  private static let perPage: Int64 = 1024
  private static let pageSize: Int64 = 4096
  /// The interval between two checks, in steps of SQLite's virtual machine.
  private static let interval: Int32 = 1000

  private let handle: OpaquePointer
  private let path: String
  private var count: Int64 = 0

  init(_ handle: OpaquePointer, path: String) {
    self.handle = handle
    self.path = path
    let context = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_progress_handler(
      handle, Self.interval,
      { context in
        guard let context else { return 0 }
        return Unmanaged<PageCount>.fromOpaque(context).takeUnretainedValue().isExceeded() ? 1 : 0
      }, context)
  }

  /// Call when a statement begins.
  func reset() {
    read()
    count = 0
  }

  private func isExceeded() -> Bool {
    read()
    return count > Self.free && count > Self.free + Self.perPage * pagesOnDisk
  }

  private func read() {
    for kind in [SQLITE_DBSTATUS_CACHE_HIT, SQLITE_DBSTATUS_CACHE_MISS] {
      var (current, highest): (Int32, Int32) = (0, 0)
      sqlite3_db_status(handle, kind, &current, &highest, 1)
      count += Int64(current)
    }
  }

  private var pagesOnDisk: Int64 {
    [path, path + "-wal"].reduce(0) { sum, path in
      // The length of a sparse file is meaningless, so its allocated blocks count.
      sum + (FileStatus(linkFree: path)?.allocated ?? 0) / Self.pageSize
    }
  }
}
