import Foundation
import TestSupport
import Testing

/// What the README shows is run here, line by line, as a reader would copy it.
@Suite("the README")
struct ReadmeTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The lines of every fenced block of a language.
  private static func lines(of language: String) throws -> [String] {
    let text = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    return text.components(separatedBy: "```\(language)\n").dropFirst().flatMap { block in
      block.components(separatedBy: "\n```")[0].split(separator: "\n").map(String.init)
    }
  }

  @Test("every command does what it says")
  func commands() async throws {
    let session = try await Session("--photos", "60", "--pictures", "10")
    let lines = try Self.lines(of: "sh")
    #expect(lines.count > 8)
    for line in lines {
      let path = BuiltProducts.directory + ":/usr/bin:/bin"
      let run = try await CommandRun.run(
        "/bin/sh", ["-c", line],
        environment: session.environment.merging(["PATH": path]) { $1 },
        workingDirectory: session.folder.path)
      #expect(run.exitCode == 0, "\(line)\n\(run.errors)")
    }
    #expect(session.mirror().photos.count >= 20)
  }

  @Test("every file that it links to is there")
  func links() throws {
    let text = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
    let targets = text.matches(of: /\]\(([^):#]+)\)/).map { String($0.1) }
    #expect(targets.count >= 4)
    for target in targets {
      let path = Self.root.appending(path: target).path
      #expect(FileManager.default.fileExists(atPath: path), "\(target) is missing")
    }
  }
}
