import Foundation
import TestSupport
import Testing

/// Runs the commands of the guide as a reader would copy them.
@Suite("The guide", .timeLimit(.minutes(15)))
struct GuideTests {
  @Test("Every command of the guide with a $ succeeds, in its order, from an empty home")
  func commands() async throws {
    let session = try await Session(
      configuration: """
        [provider.flickr]
        key_file = "~/.config/photomirror/flickr.key"
        [mirror.holidays]
        source = "flickr:user/10000001@N00"
        directory = "~/Pictures/holidays"
        limit = 5
        """)
    let home = session.folder.path
    for folder in ["Pictures/old", ".config/photomirror"] {
      try FileManager.default.createDirectory(
        atPath: "\(home)/\(folder)", withIntermediateDirectories: true)
    }
    let key = "\(home)/.config/photomirror/flickr.key"
    try Data("demo\n".utf8).write(to: URL(filePath: key))
    chmod(key, 0o600)
    let guide = try await session.run("help guide").output
    let lines = guide.split(separator: "\n").map { $0.trimmingPrefix(while: \.isWhitespace) }
      .filter { $0.hasPrefix("$ ") }.map { String($0.dropFirst(2)) }
    #expect(lines.count > 12)
    for line in lines {
      let run = try await CommandRun.run(
        "/bin/sh", ["-c", line],
        // Without systemctl, which would change the manager of whoever runs the tests.
        environment: session.environment.merging(["PATH": BuiltProducts.directory]) { $1 },
        workingDirectory: home)
      let isScheduling = line.hasSuffix("daily") && run.exitCode == 1
      #expect(run.exitCode == 0 || isScheduling, "\(line)\n\(run.errors)\(run.output)")
    }
  }
}
