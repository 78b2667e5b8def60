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
