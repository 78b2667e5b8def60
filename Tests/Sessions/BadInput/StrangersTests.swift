import Foundation
import TestSupport
import Testing

/// A directory prepared by another user: an unpacked archive, or a folder that several people write
/// to.
@Suite("Bad input: files that others put into the directory", .serialized)
struct StrangersTests {
  private static let sync = "sync --progress none flickr:recent photos"

  /// A session with a mirror of three photos.
  private func mirrored() async throws -> Session {
    let session = try await Session("--photos", "3", "--pictures", "3")
    try await session.run(Self.sync).expect(exits: 0)
    return session
  }

  @Test(
    "A named pipe in the directory blocks no command",
    arguments: ["lock", "catalog.sqlite"])
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
