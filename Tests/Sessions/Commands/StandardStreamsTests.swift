import Foundation
import TestSupport
import Testing

@Suite("Standard streams", .serialized)
struct StandardStreamsTests {
  /// Runs a line of the shell, in which `$0` is the command.
  private func run(_ line: String, in session: Session) async throws -> CommandRun {
    try await CommandRun.run(
      "/bin/sh", ["-c", line, BuiltProducts.path("photomirror")],
      environment: session.environment, workingDirectory: session.folder.path)
  }

  @Test("A result that cannot be written fails the command", arguments: ["/dev/full", "&-"])
  func unwritable(output: String) async throws {
    let session = try await Session("--photos", "3")
    let reason = output == "&-" ? "Bad file descriptor" : "No space left on device"
    for line in ["list flickr:recent", "providers", "--version"] {
      try await run("\"$0\" \(line) >\(output)", in: session).expect(
        exits: 4, errors: "photomirror: error: cannot write to standard output: \(reason)")
    }
  }

  @Test("Output to a closed standard stream reaches no file")
  func closed() async throws {
    let session = try await Session("--photos", "3")
    let line = "\"$0\" sync flickr:recent photos <&- >&- 2>&-; echo $?"
    try await run(line, in: session).expect(exits: 0, output: "0")
    #expect(session.mirror().photos.count == 3 && session.mirror().flaws() == [])
    // A thumbnail is the first file opened for writing, and gets the number of the closed stream.
    let picture = try #require(session.mirror().photos.first)
    let copy = session.folder.appending("a.jpg")
    try FileManager.default.copyItem(
      atPath: session.folder.appending("photos/" + picture), toPath: copy)
    let with = "\"$0\" thumbnail a.jpg -o with --json"
    #expect(try await run(with, in: session).exitCode == 0)
    #expect(try await run("\"$0\" thumbnail a.jpg -o out --json >&-", in: session).exitCode == 4)
    let bytes = { (name: String) -> Data? in
      FileManager.default.contents(atPath: session.folder.appending(name))
    }
    let thumbnail = try #require(bytes("with/a.jpg.png"))
    #expect(bytes("out/a.jpg.png") == thumbnail)
  }
}
