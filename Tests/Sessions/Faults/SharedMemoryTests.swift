import CSQLite
import Foundation
import TestSupport
import Testing

/// A share whose file system cannot map a file for several processes (ENODEV), which SQLite's write-ahead log needs.
@Suite("A mirror without shared memory", .serialized)
struct SharedMemoryTests {
  private let session: Session
  private let wrapper: String

  init() async throws {
    session = try await Session("--photos", "3")
    wrapper = session.folder.appending("without")
    // MAP_SHARED alone, as SQLite maps the index of its log.
    try await FailingCall("SYS_mmap", (3, 1)).build(at: wrapper)
  }

  private func run(_ line: String) async throws -> CommandRun {
    try await CommandRun.run(
      wrapper,
      ["\(ENODEV)", BuiltProducts.path("photomirror")]
        + line.split(separator: " ").map(String.init),
      environment: session.environment, workingDirectory: session.folder.path)
  }

  private var catalog: String { session.folder.appending("photos/.photomirror/catalog.sqlite") }

  @Test("A mirror is made, read and completed where no memory can be shared")
  func made() async throws {
    let first = try await run("sync --progress none flickr:recent photos --limit 2")
    #expect(first.exitCode == 0, "\(first.errors)")
    for line in [
      "status photos", "sync --progress none flickr:recent photos", "verify photos",
      "report photos",
    ] {
      let run = try await run(line)
      #expect(run.exitCode == 0, "\(line): \(run.errors)")
    }
    #expect(session.mirror().photos.count == 3 && session.mirror().flaws() == [])
    #expect(!FileManager.default.fileExists(atPath: catalog + "-shm"))
  }

  @Test(
    "A mirror that comes from another file system with a log is read and completed, and goes back")
  func moved() async throws {
    let first = try await session.run("sync --progress none flickr:recent photos --limit 2")
    #expect(first.exitCode == 0, "\(first.errors)")
    // What a kill leaves: a log that the file lacks.
    try await leaveLog()
    for line in ["status photos", "sync --progress none flickr:recent photos"] {
      let run = try await run(line)
      #expect(run.exitCode == 0, "\(line): \(run.errors)")
    }
    let back = try await session.run("sync --progress none flickr:recent photos")
    #expect(back.exitCode == 0 && session.mirror().photos.count == 3, "\(back.errors)")
    let header = try #require(FileHandle(forReadingAtPath: catalog)?.readData(ofLength: 20))
    #expect(header[18] == 2, "the catalog has a write-ahead log again")
  }

  /// Changes the catalog, and copies it with its log before that is copied into the file.
  private func leaveLog() async throws {
    var database: OpaquePointer?
    #expect(sqlite3_open(catalog, &database) == SQLITE_OK)
    sqlite3_exec(database, "CREATE TABLE extra (x); DROP TABLE extra;", nil, nil, nil)
    for name in [catalog, catalog + "-wal"] {
      try FileManager.default.copyItem(atPath: name, toPath: name + ".kept")
    }
    sqlite3_close(database)
    for name in [catalog, catalog + "-wal"] {
      try? FileManager.default.removeItem(atPath: name)
      try FileManager.default.moveItem(atPath: name + ".kept", toPath: name)
    }
  }
}
