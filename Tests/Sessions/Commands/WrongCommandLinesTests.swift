import Foundation
import TestSupport
import Testing

/// Runs the command lines of `wrong-command-lines.txt`, which people got wrong, and compares what each says.
@Suite("Wrong command lines", .serialized)
struct WrongCommandLinesTests {
  private struct Line {
    let command: String
    /// Both streams, with the gaps of ``TextPattern``.
    let said: String
    let status: Int32
  }

  private static let file = URL(filePath: #filePath)
    .appending(path: "../../../Support/wrong-command-lines.txt").standardizedFileURL

  private static func lines() throws -> [Line] {
    let text = try String(contentsOf: file, encoding: .utf8)
    return try text.components(separatedBy: "\n$ ").dropFirst().map { entry in
      var lines = entry.split(separator: "\n").map(String.init)
      let command = lines.removeFirst()
      let end = try #require(lines.popLast()?.wholeMatch(of: /exit (\d+)/), "\(command)")
      return Line(
        command: command, said: lines.joined(separator: "\n"), status: try #require(Int32(end.1)))
    }
  }

  @Test("Each of 150 wrong command lines says what is wrong and what to write instead")
  func lines() async throws {
    var session = try await Session("--photos", "40", "--pictures", "4")
    session.environment["HOME"] = session.folder.path
    session.environment["FLICKR_API_SECRET"] = .some(nil)
    session.environment["PATH"] = BuiltProducts.directory + ":/usr/bin:/bin"
    try Data("text".utf8).write(to: URL(filePath: session.folder.appending("file.txt")))
    try await session.run("sync flickr:recent photos --limit 3 --size 240 -q").expect(exits: 0)
    let lines = try Self.lines()
    #expect(lines.count >= 120)
    for line in lines {
      let run = try await CommandRun.run(
        "/bin/sh", ["-c", "exec 2>&1; \(line.command) </dev/null"],
        environment: session.environment, workingDirectory: session.folder.path)
      let said = run.output.replacing(session.folder.path, with: "~")
      #expect(run.exitCode == line.status, "\(line.command)")
      #expect(TextPattern(line.said).matches(said), "\(line.command)\n\(said)")
      #expect(said.split(separator: "\n").allSatisfy { $0.utf8.count <= 300 }, "\(line.command)")
    }
  }
}
