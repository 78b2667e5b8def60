import Dispatch
import Foundation
import Locking
import Sandbox
import SystemCalls
import TestSupport
import Testing

@testable import Catalog

/// Readers of a catalog while another process writes it.
@Suite("Catalogs with a reader and a writer")
struct CatalogReadersTests {
  /// How the last writer left the catalog.
  enum Beginning: CaseIterable {
    case closed
    case opened
    /// It made one change and has read nothing since.
    case begun
    case written
  }

  let directory: TemporaryDirectory
  let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.appending("catalog.sqlite")
  }

  private func files() throws -> Set<String> {
    Set(try FileManager.default.contentsOfDirectory(atPath: directory.path))
  }

  /// Commits more pages than a log has at its checkpoint.
  private func write(_ photos: Range<Int>, into catalog: Catalog) throws {
    let source = try catalog.beginRun(ofSource: "a:b")
    let listing = "{\"x\":\"" + String(repeating: "x", count: 20_000) + "\"}"
    for start in stride(from: photos.lowerBound, to: photos.upperBound, by: 100) {
      let page = (start..<start + 100).map {
        NewPhoto(photo: "\($0)", stem: "o/\($0)", listing: listing)
      }
      _ = try catalog.admit(page, provider: "a", source: source)
    }
  }

  /// The first state of the catalog: 1000 photos.
  private func prepare(_ beginning: Beginning) throws -> Catalog? {
    var writer: Catalog? = try Catalog(path: path)
    try write(0..<1000, into: #require(writer))
    guard beginning != .written else { return writer }
    writer = nil
    guard beginning != .closed else { return nil }
    writer = try Catalog(path: path)
    if beginning == .begun { _ = try writer?.beginRun(ofSource: "a:c") }
    return writer
  }

  @Test(
    "A reader that can write nothing reads one state while others write and close the catalog",
    .enabled(if: FileAccess.version > 0), arguments: Beginning.allCases)
  func restricted(_ beginning: Beginning) async throws {
    var writer = try prepare(beginning)
    let reader = RestrictedReader()
    try await reader.open(path)
    #expect(try await reader.photos() == 1000)

    try writer = writer ?? Catalog(path: path)
    try write(1000..<3000, into: #require(writer))
    // A reader with the log's index reads the newest state.
    #expect(try await [1000, 3000].contains(reader.photos()))
    try write(0..<3000, into: #require(writer))
    #expect(try await reader.isWhole())
    writer = nil
    #expect(try await reader.isWhole())
    #expect(try await [1000, 3000].contains(reader.photos()))
    writer = try Catalog(path: path)
    try write(3000..<4000, into: #require(writer))
    writer = nil
    #expect(try await reader.isWhole())
    try await reader.close()

    writer = try Catalog(path: path)
    #expect(try writer?.photoCount() == 4000)
    #expect(try writer?.isWhole() == true)
    writer = nil
    let left = try files()
    #expect(left == ["catalog.sqlite"])
  }

  @Test(
    "The log that a killed writer left is read by a reader that can write nothing",
    .enabled(if: FileAccess.version > 0))
  func killed() async throws {
    let names = ["", "-wal", "-shm"]
    do {
      let writer = try Catalog(path: path)
      try write(0..<100, into: writer)
      for name in names {
        try FileManager.default.copyItem(atPath: path + name, toPath: path + name + "~")
      }
    }
    for name in names { #expect(rename(path + name + "~", path + name) == 0) }
    let reader = RestrictedReader()
    try await reader.open(path)
    #expect(try await reader.photos() == 100)
    #expect(try await reader.isWhole())
    try await reader.close()
  }

  @Test("The log is copied into the file during a run, and after a reader has ended")
  func checkpoints() throws {
    let writer = try Catalog(path: path)
    try write(0..<1000, into: writer)
    let size = try #require(FileStatus(following: path)).size
    #expect(size > 10 << 20)
    do {
      let reader = CatalogFile(path: path)
      try reader.hold()
      try write(1000..<2000, into: writer)
      #expect(FileStatus(following: path)?.size == size)
    }
    try write(2000..<2100, into: writer)
    #expect(try #require(FileStatus(following: path)).size > size + 10 << 20)
  }

  @Test("Opening a catalog again in the same process leaves the locks of the first connection")
  func locks() throws {
    let writer = try Catalog(path: path)
    try write(0..<100, into: writer)
    #expect(try isShared())
    for _ in 0..<3 { #expect(try Catalog(readingFrom: path).photoCount() == 100) }
    #expect(try isShared())
  }

  /// Whether another process finds SQLite's shared lock on the file, without which it may remove the log
  /// (https://sqlite.org/walformat.html, section 2.3). The descriptor stays open: closing it would end the lock.
  private func isShared() throws -> Bool {
    let run = try #require(open(path, O_RDONLY | O_CLOEXEC) as Int32?)
    var lock = flock()
    (lock.l_type, lock.l_whence) = (Int16(F_WRLCK), Int16(SEEK_SET))
    (lock.l_start, lock.l_len) = (0x4000_0002, 510)
    // F_OFD_GETLK, which Swift does not import.
    return fcntl(run, 36, &lock) == 0 && Int32(lock.l_type) == F_RDLCK
  }
}

/// Reads a catalog on a thread that can create and change no file.
///
/// The thread passes its results to other threads and does not resume tasks: a thread that it started, such as one of
/// Swift's pool, would have its restrictions.
///
/// `@unchecked Sendable`: only the thread uses the catalog; the semaphores order the rest.
private final class RestrictedReader: @unchecked Sendable {
  private let (asked, answered) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
  private var job: (() -> Void)?
  private var catalog: Catalog?

  init() {
    NamedThread.start(named: "reader") { [self] in
      var isOpen = true
      while isOpen {
        asked.wait()
        job?()
        isOpen = job != nil
        answered.signal()
      }
    }
  }

  /// One call at a time.
  private func run<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await onOwnThread { [self] in
      let result = Locked<Result<Value, any Error>?>(nil)
      job = { result.withLock { $0 = Result { try body() } } }
      asked.signal()
      answered.wait()
      return try #require(result.withLock { $0 }).get()
    }
  }

  func open(_ path: String) async throws {
    try await run { [self] in
      try FileAccess.restrictWriting(to: [])
      catalog = try Catalog(readingFrom: path)
    }
  }

  func photos() async throws -> Int {
    try await run { [self] in try #require(catalog).photoCount() }
  }
  func isWhole() async throws -> Bool {
    try await run { [self] in try #require(catalog).isWhole() }
  }

  /// Ends the thread, too.
  func close() async throws {
    try await run { [self] in (catalog, job) = (nil, nil) }
  }
}

extension Catalog {
  fileprivate func photoCount() throws -> Int {
    try Int(#require(database.rows("SELECT count(*) FROM photo") { $0.integer(0) }.first))
  }

  fileprivate func isWhole() throws -> Bool {
    try database.rows("PRAGMA integrity_check") { $0.text(0) } == ["ok"]
  }
}
