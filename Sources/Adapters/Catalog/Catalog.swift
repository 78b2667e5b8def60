import Glibc
import PostgreSQL
import SystemCalls

/// Where the catalog of a mirror is.
package enum CatalogLocation: Sendable, Hashable {
  /// An SQLite file.
  case file(String)
  /// A PostgreSQL database.
  case server(ServerAddress)
}

/// The records of the sources and photos of one mirror: an SQLite file, in WAL mode where there is shared memory, or a
/// PostgreSQL database.
///
/// Not thread-safe and not `Sendable`: it has one owner, which calls it on one thread. Every method blocks on
/// the disk or the server. Committed transactions survive a killed process; after a power cut the last ones of a
/// file may be missing (`synchronous = NORMAL`), and the mirror then adopts the files that they recorded.
package final class Catalog {
  let database: any Database
  private(set) lazy var texts = SharedTexts(database)
  /// What the transaction has changed, by source; see ``noteTally()``.
  var tally: [Int64: TallyChange] = [:]

  /// Opens the catalog for changes, creating or migrating it if necessary.
  /// - Throws: Also if it is an unfinished copy, or if the mirror uses a copy of it.
  package convenience init(at place: CatalogLocation) throws(CatalogError) {
    try self.init(copying: place)
    try CatalogCopy.checkIsFinished(self)
    try CatalogCopy.checkIsUsed(self)
  }

  /// Opens the catalog as ``init(at:)`` does, also an unfinished copy, or one that was copied elsewhere.
  package convenience init(copying place: CatalogLocation) throws(CatalogError) {
    switch place {
    case .file(let path): try self.init(path: path)
    case .server(let address):
      let database = try ServerDatabase(address, for: .writing)
      try ServerSchema.prepare(database)
      self.init(database)
    }
  }

  /// Opens an existing catalog for reading, also while another process writes.
  package convenience init(reading place: CatalogLocation) throws(CatalogError) {
    switch place {
    case .file(let path): try self.init(readingFrom: path)
    case .server(let address):
      let database = try ServerDatabase(address, for: .reading)
      try ServerSchema.checkIsCurrent(database)
      self.init(database)
    }
    try CatalogCopy.checkIsFinished(self)
  }

  /// Opens the catalog of a server together with other workers. The first one migrates it.
  /// - Parameter lists: Whether this process reads listings, which only one does.
  package convenience init(
    sharing address: ServerAddress, lists: Bool = false
  ) throws(CatalogError) {
    let database = try ServerDatabase(address, for: lists ? .listing : .working)
    do throws(CatalogError) {
      try ServerSchema.checkIsCurrent(database)
      self.init(database)
    } catch {
      guard [.missing, .outdated].contains(error.kind) else { throw error }
      database.close()
      do throws(CatalogError) {
        try ServerSchema.prepare(ServerDatabase(address, for: .writing))
      } catch {
        // Another worker was faster, and works already.
        guard error.kind == .busy else { throw error }
      }
      let database = try ServerDatabase(address, for: lists ? .listing : .working)
      try ServerSchema.checkIsCurrent(database)
      self.init(database)
    }
    try CatalogCopy.checkIsFinished(self)
    try CatalogCopy.checkIsUsed(self)
  }

  /// Opens an existing catalog to record checks (``note(_:)``), whoever else writes to it.
  package convenience init(notingIn place: CatalogLocation) throws(CatalogError) {
    switch place {
    case .file(let path): try self.init(path: path)
    case .server(let address): self.init(try ServerDatabase(address, for: .noting))
    }
  }

  private init(_ database: any Database) { self.database = database }

  /// Whether no writer copies its log into the file as long as this reader exists.
  var delaysWriters: Bool { (database as? SQLiteDatabase)?.delaysWriters ?? false }

  /// Opens the file at `path`, creating or migrating it if necessary.
  package convenience init(path: String) throws(CatalogError) {
    let file = CatalogFile(path: path)
    if try !file.check() { try file.create() }
    guard file.offersSharedMemory else {
      self.init(try Self.withoutSharedMemory(file))
      return
    }
    try file.checkRoomForIndex()
    let database = try SQLiteDatabase(path: path, isReadOnly: false, file: file)
    // First, so that another program's database is refused without changing a byte of it: the journal mode is
    // written into the file.
    try Schema.prepare(database)
    let mode = try database.rows("PRAGMA journal_mode = WAL") { $0.text(0) }
    guard mode == ["wal"] else {
      throw CatalogError(.disk, "the catalog \(path) cannot have a write-ahead log here")
    }
    try file.allocateIndex()
    try database.execute("PRAGMA synchronous = NORMAL")
    self.init(database)
  }

  /// Opens an existing file for reading, also while another process writes, and if writing is impossible: a
  /// read-only file system, a full disk.
  package convenience init(readingFrom path: String) throws(CatalogError) {
    let file = CatalogFile(path: path)
    guard try file.check() else {
      throw CatalogError(.outdated, "the catalog \(path) is empty")
    }
    try file.holdForReading()
    do {
      self.init(try Self.readable(file, isImmutable: false))
    } catch {
      guard error.isOfDisk, LinkFree.access(path, F_OK) == 0 else { throw error }
      // A writer on this file system leaves no log; a log was brought here.
      if !file.hasNoLog, !file.offersSharedMemory {
        self.init(try Self.withoutSharedMemory(file))
        return
      }
      try file.hold()
      // Readers need the log's index, and SQLite cannot create one here. An empty log is not needed, and the file
      // does not change while this reader prevents checkpoints. A log that has content now belongs to a writer that
      // has just begun, whose index can be read.
      self.init(try Self.readable(file, isImmutable: file.hasNoLog))
    }
  }

  /// Opens a catalog whose file system cannot share mapped memory, which the index of a write-ahead log needs: some network
  /// shares and file systems in user space. It gets a rollback journal, for which locks suffice. Readers and writers wait
  /// for each other then.
  private static func withoutSharedMemory(_ file: CatalogFile) throws(CatalogError)
    -> SQLiteDatabase
  {
    let database = try SQLiteDatabase(path: file.path, isReadOnly: false, file: file)
    try database.execute("PRAGMA busy_timeout = 60000")
    // A log that is there is read by one connection alone, whose index is in its own memory
    // (https://sqlite.org/wal.html, section 8).
    if try file.usesLog() { try database.execute("PRAGMA locking_mode = EXCLUSIVE") }
    try Schema.prepare(database)
    let mode = try database.rows("PRAGMA journal_mode = DELETE") { $0.text(0) }
    guard mode == ["delete"] else {
      throw CatalogError(
        .disk, "the catalog \(file.path) cannot be used: its file system cannot share memory")
    }
    // Another program must not need to wait for the end of this one.
    try database.execute("PRAGMA locking_mode = NORMAL; SELECT count(*) FROM sqlite_schema;")
    try database.execute("PRAGMA synchronous = FULL")
    return database
  }

  private static func readable(_ file: CatalogFile, isImmutable: Bool) throws(CatalogError)
    -> SQLiteDatabase
  {
    if !isImmutable { try file.checkRoomForIndex() }
    let database = try SQLiteDatabase(
      path: file.path, isReadOnly: true, isImmutable: isImmutable, file: file)
    try Schema.checkIsCurrent(database)
    if !isImmutable { try file.allocateIndex() }
    return database
  }

  /// Commits all of `body`, or rolls it back.
  func transaction<Result>(
    _ body: () throws(CatalogError) -> Result
  ) throws(CatalogError) -> Result {
    var isRepeated = false
    do throws(CatalogError) {
      return try database.transaction { () throws(CatalogError) in
        if isRepeated { texts.forget() }
        isRepeated = true
        tally = [:]
        let result = try body()
        try noteTally()
        return result
      }
    } catch {
      // Remembered rows may have been rolled back.
      texts.forget()
      throw error
    }
  }
}
