import Foundation
import TestSupport
import Testing

@Suite("Bad input: the directory", .serialized)
struct DirectoryTests {
  @Test(
    "A file in the place of the directory or above it fails the run",
    arguments: ["file", "file/photos"])
  func fileInTheWay(directory: String) async throws {
    let session = try await Session()
    let content = Data("not a folder".utf8)
    try content.write(to: URL(filePath: session.folder.appending("file")))
    try await session.run("sync flickr:recent \(directory)").expect(
      exits: 4,
      errors: "photomirror: error: cannot make the directory \(directory): Not a directory")
    #expect(FileManager.default.contents(atPath: session.folder.appending("file")) == content)
    #expect(try await session.server.stats().calls.isEmpty)
  }

  @Test("A directory that cannot be made fails the run")
  func readOnly() async throws {
    let session = try await Session()
    let run = try await session.run("sync flickr:recent /proc/1/photos")
    #expect(run.exitCode == 4)
    #expect(run.errors.hasPrefix("photomirror: error: cannot make the directory /proc/1/photos: "))
    #expect(try await session.server.stats().calls.isEmpty)
  }

  @Test("A file in the place of an owner's folder costs only that owner's photos")
  func photoFolderInTheWay() async throws {
    let session = try await Session("--photos", "8")
    let photos = try await session.list()
    let owner = try #require(photos.first?.owner)
    let path = session.folder.appending("photos")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try Data().write(to: URL(filePath: path + "/" + owner))
    let run = try await session.run("sync flickr:recent photos")
    #expect(run.exitCode == 1, "\(run.errors)")
    #expect(run.errors.contains("cannot make the directory photos/\(owner): Not a directory"))
    let others = photos.filter { $0.owner != owner }.count
    // The file itself does not belong to the mirror.
    #expect(session.mirror().photos.count == others + 1)
    // A local error is never treated as the site's refusal: no photo becomes unavailable.
    let again = try await session.run("sync flickr:recent photos")
    #expect(
      again.exitCode == 1 && again.errors.contains("hint: move away the files that are in the way"))
    #expect(try await session.status().sources.map(\.unavailable) == [0])
    try FileManager.default.removeItem(atPath: path + "/" + owner)
    #expect(try await session.run("sync flickr:recent photos").exitCode == 0)
    #expect(session.mirror().photos.count == 8 && session.mirror().flaws() == [])
  }

  @Test("A linked .photomirror is refused by commands that only read, too")
  func linkedState() async throws {
    let session = try await Session("--photos", "2")
    try await session.run("sync --progress none flickr:recent other").expect(exits: 0)
    let (photos, state) = (session.mirror().path, session.folder.appending("other/.photomirror"))
    try FileManager.default.createDirectory(atPath: photos, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: photos + "/.photomirror", withDestinationPath: state)
    for command in ["status photos", "verify photos", "sync --dry-run flickr:recent photos"] {
      let run = try await session.run(command)
      #expect(run.exitCode == 4, "\(command)")
      #expect(
        run.errors.contains(
          "photos/.photomirror is a symbolic link, which could lead out of the mirror"))
    }
  }

  @Test("A second writer is refused while the first continues")
  func secondWriter() async throws {
    var session = try await Session("--photos", "5", "--faults", "stall=1")
    let first = try session.start(
      "sync --stall-timeout 3600 --progress json flickr:recent photos")
    _ = try #require(await first.line(containing: #""event":"progressed""#))
    let writer = try #require(try await session.status().writer)
    try await session.run("sync flickr:recent photos").expect(
      exits: 4,
      errors: """
        photomirror: error: another photomirror (process \(writer)) is writing to photos
        hint: wait for it to finish, or stop it; either run can be resumed
        """)
    let status = try await session.run("status photos")
    #expect(status.output.contains("\na sync is running (process \(writer))\n"))
    first.send(SIGKILL)
    #expect(await first.end().status == .killed(signal: SIGKILL))
    try await session.restartServer("--photos", "5")
    try await session.run("sync --progress none flickr:recent photos").expect(exits: 0)
    #expect(session.mirror().photos.count == 5 && session.mirror().flaws() == [])
  }
}
