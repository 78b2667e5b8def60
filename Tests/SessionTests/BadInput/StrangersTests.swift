import Foundation
import SystemCalls
import TestSupport
import Testing

/// A directory prepared by another user: an unpacked archive, or a folder that several people write
/// to.
@Suite("Bad input: files that others put into the directory", .serialized)
struct StrangersTests {
  private static let sync = "sync --progress none flickr:recent photos"

  /// A file of the user in a folder of its own.
  private struct OutsideFile {
    let folder: String
    var path: String { folder + "/outside" }
    var isUnchanged: Bool {
      let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
      return names == ["outside"]
        && FileManager.default.contents(atPath: path) == Data("bytes".utf8)
    }

    init(in session: Session) throws {
      folder = session.folder.appending("outside")
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try Data("bytes".utf8).write(to: URL(filePath: path))
    }
  }

  /// A session with a mirror of three photos.
  private func mirrored() async throws -> Session {
    let session = try await Session("--photos", "3", "--pictures", "3")
    try await session.run(Self.sync).expect(exits: 0)
    return session
  }

  @Test(
    "A link in a folder's place is refused, and its target is unchanged",
    arguments: [".photomirror", ".photomirror/parts", ".photomirror/thumbnails", "OWNER"])
  func folder(name: String) async throws {
    let session = try await Session("--photos", "3", "--pictures", "3")
    let outside = try OutsideFile(in: session)
    let owner = try #require(try await session.list().first?.owner)
    let path = session.mirror().path + "/" + (name == "OWNER" ? owner : name)
    let parent = URL(filePath: path).deletingLastPathComponent().path
    try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
    try #require(symlink(outside.folder, path) == 0)
    let run = try await session.run(Self.sync)
    #expect(run.exitCode == 4)
    #expect(
      run.errors.contains("is a symbolic link, which could lead out of the mirror"), "\(run.errors)"
    )
    #expect(outside.isUnchanged)
  }

  @Test("A damaged file is not moved through a link")
  func setAside() async throws {
    let session = try await mirrored()
    let outside = try OutsideFile(in: session)
    let photo = session.mirror().path + "/" + (try #require(session.mirror().photos.first))
    unlink(session.mirror().catalog)
    try Data(FileManager.default.contents(atPath: photo)?.dropLast(400) ?? Data()).write(
      to: URL(filePath: photo))
    try #require(symlink(outside.folder, session.mirror().path + "/.photomirror/set-aside") == 0)
    let run = try await session.run(Self.sync)
    #expect(
      run.exitCode == 4 && run.errors.contains("set-aside is a symbolic link"), "\(run.errors)")
    #expect(outside.isUnchanged && FileManager.default.fileExists(atPath: photo))
  }

  @Test("The mirror's directory itself may be a link")
  func mirror() async throws {
    let session = try await Session("--photos", "2", "--pictures", "2")
    let real = session.folder.appending("real")
    try FileManager.default.createDirectory(atPath: real, withIntermediateDirectories: true)
    try #require(symlink(real, session.folder.appending("photos")) == 0)
    try await session.run(Self.sync).expect(exits: 0)
    #expect(session.mirror("real").photos.count == 2)
  }

  @Test("An entry in a sidecar's place is kept", arguments: ["link", "folder", "pipe"])
  func sidecar(kind: String) async throws {
    let session = try await mirrored()
    let outside = try OutsideFile(in: session)
    let photo = try #require(session.mirror().photos.first)
    let sidecar = session.mirror().path + "/" + photo + ".xmp"
    for path in [sidecar, session.mirror().path + "/" + photo] { unlink(path) }
    switch kind {
    case "link": try #require(symlink(outside.path, sidecar) == 0)
    case "folder": try #require(mkdir(sidecar, 0o755) == 0)
    default: try #require(mkfifo(sidecar, 0o600) == 0)
    }
    try await session.run(Self.sync).expect(
      exits: 0, errors: "note      1 photo had been removed from the mirror, and is fetched …")
    #expect(session.mirror().photos.count == 3 && outside.isUnchanged)
    #expect(FileStatus(of: sidecar)?.isRegular == false)
  }

  @Test("A lock that is a hard link fails the run, and its file is unchanged")
  func lockOfAnother() async throws {
    let session = try await mirrored()
    let outside = try OutsideFile(in: session)
    try Data(String(repeating: "bytes", count: 100).utf8).write(to: URL(filePath: outside.path))
    let lock = session.mirror().path + "/.photomirror/lock"
    unlink(lock)
    try #require(link(outside.path, lock) == 0)
    try await session.run(Self.sync).expect(
      exits: 4,
      errors: """
        photomirror: error: photos/.photomirror/lock is not a lock but another file
        hint: move it away
        """)
    #expect(FileManager.default.contents(atPath: outside.path)?.count == 500)
    try await session.run("status photos").expect(exits: 0, output: "…")
  }

  @Test(
    "A named pipe in the directory blocks no command",
    arguments: ["lock", "catalog.sqlite", "catalog.sqlite-journal", "catalog.sqlite-wal"])
  func pipe(name: String) async throws {
    let session = try await mirrored()
    let path = session.mirror().path + "/.photomirror/" + name
    unlink(path)
    try #require(mkfifo(path, 0o600) == 0)
    let run = try await session.run(Self.sync)
    #expect(run.exitCode == 4 && run.errors.contains("photos/.photomirror/\(name)"))
    let status = try await session.run("status photos")
    #expect(status.exitCode == (name == "lock" ? 0 : 4), "\(status.errors)")
  }
}
