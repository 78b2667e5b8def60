import Foundation
import TestSupport
import Testing

@Suite(
  "Faults of the disk", .serialized,
  .enabled("needs mount namespaces (user_namespaces(7))") { await SmallDisk.isAllowed() })
struct DiskFaultsTests {
  private static let sync = "sync --min-free 0 --size 640 flickr:recent"

  /// The files after an undisturbed run.
  private func whole(_ session: Session) async throws -> FileTree {
    try await session.run("\(Self.sync) whole --progress none").expect(exits: 0)
    return try FileTree(session.folder.appending("whole"))
  }

  /// A run on a full disk: the error names the file and what to do.
  private func expectFull(_ run: CommandRun, _ size: Comment? = nil) {
    let error = run.errors.split(separator: "\n").suffix(2)
    #expect(run.exitCode == 4, size)
    #expect(
      error.first?.hasPrefix("photomirror: error: cannot write photos/") == true
        || error.first?.hasPrefix("photomirror: error: the catalog photos/") == true, size)
    #expect(error.first?.lowercased().hasSuffix(": no space left on device") == true, size)
    #expect(error.last == "hint: free some space; run the same command again to resume", size)
  }

  @Test("A full disk stops the run; the next run fetches no complete photo again")
  func full() async throws {
    let session = try await Session("--photos", "300", "--pictures", "8")
    let whole = try await whole(session)
    // On a busy machine, 80 parts of 40 KB wait for a decoder: they fill a disk of 4 MB before a photo is complete.
    let disk = try await session.smallDisk("8m")
    expectFull(try await session.run("\(Self.sync) photos", on: disk))
    let remains = try Remains(of: disk.outside)
    #expect(remains.flaws(against: whole) == [])
    let complete = remains.files.photos.count
    #expect(complete > 0 && complete < 300)
    try await session.run("status photos", on: disk).expect(exits: 0, output: "…")

    try await disk.remount("size=64m")
    try await session.server.resetStats()
    try await session.run("\(Self.sync) photos --progress none", on: disk).expect(exits: 0)
    #expect(try FileTree(disk.outside).differences(from: whole) == [])
    #expect(try await session.server.stats().imageRequests <= 300 - complete)
  }

  @Test("A disk that fills at any moment has no invalid file")
  func filling() async throws {
    let session = try await Session("--photos", "4", "--pictures", "4")
    let whole = try await whole(session)
    let needed = whole.files.values.reduce(0) { $0 + $1.count }
    for bytes in stride(from: 4096, to: needed, by: needed / 20) {
      let size: Comment = "\(bytes) bytes"
      let disk = try await session.smallDisk("\(bytes)")
      expectFull(try await session.run("\(Self.sync) photos", on: disk), size)
      #expect(try Remains(of: disk.outside).flaws(against: whole) == [], size)
      let status = try await session.run("status photos", on: disk)
      // An empty mirror was removed again, or had no space for its catalog.
      let isEmpty =
        status.errors.hasPrefix("photomirror: error: there is no mirror in photos\n")
        || status.errors.contains("has the old version 0\n")
      #expect(status.exitCode == 0 || status.exitCode == 4 && isEmpty, "\(bytes): \(status.errors)")
      try await disk.remount("size=64m")
      try await session.run("\(Self.sync) photos --progress none", on: disk).expect(exits: 0)
      #expect(try FileTree(disk.outside).differences(from: whole) == [], size)
    }
  }

  @Test("A read-only disk stops a sync before any request")
  func readOnly() async throws {
    let session = try await Session("--photos", "12", "--pictures", "8")
    let disk = try await session.smallDisk("64m")
    try await session.run("\(Self.sync) photos --progress none", on: disk).expect(exits: 0)
    let tree = try FileTree(disk.outside)
    try await disk.remount("ro")
    try await session.server.resetStats()
    try await session.run("\(Self.sync) photos", on: disk).expect(
      exits: 4,
      errors: """
        photomirror: error: cannot write into photos/.photomirror/parts: Read-only file system
        hint: choose a directory that you can write to
        """)
    #expect(try await session.server.stats().calls.isEmpty)

    try await disk.remount("rw")
    try await session.run("\(Self.sync) photos --progress none", on: disk).expect(exits: 0)
    #expect(try FileTree(disk.outside).differences(from: tree) == [])
    #expect(try await session.server.stats().imageRequests == 0)
  }

  @Test("A disk that is read-only after a kill can be read, and resumed later")
  func readOnlyAfterKill() async throws {
    let site = ["--photos", "30", "--pictures", "8"]
    var session = try await Session(site)
    let whole = try await whole(session)
    let disk = try await session.smallDisk("64m")
    // The site stalls in the last photo, so that the kill arrives in time.
    let last = try #require(try await session.list().last).id
    try await session.restartServer(site + ["--fault-photo", "\(last)=stall"])
    let process = try session.start(
      "\(Self.sync) photos --stall-timeout 3600 --progress json", on: disk)
    _ = try #require(await process.line(containing: #""result":"mirrored""#))
    process.send(SIGKILL)
    #expect(await process.end().status == .killed(signal: SIGKILL))
    try await disk.remount("ro")
    #expect(try await session.run("\(Self.sync) photos", on: disk).exitCode == 4)
    try await session.run("status photos", on: disk).expect(exits: 0, output: "…")
    let verify = try await session.run("verify photos", on: disk)
    #expect(verify.exitCode == 0 && verify.errors.contains(": 0 missing, 0 changed"))

    try await disk.remount("rw")
    try await session.restartServer(site)
    try await session.run("\(Self.sync) photos --progress none", on: disk).expect(exits: 0)
    #expect(try FileTree(disk.outside).differences(from: whole) == [])
  }
}
