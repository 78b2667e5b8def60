import Foundation
import TestSupport
import Testing

@Suite("Setting up a mirror", .serialized)
struct InitTests {
  private let key = "demo"

  /// Without a key in the environment.
  private func session() async throws -> Session {
    var session = try await Session("--photos", "20", "--pictures", "4")
    session.environment["FLICKR_API_KEY"] = .some(nil)
    session.environment["HOME"] = session.folder.path
    session.environment["XDG_CONFIG_HOME"] = .some(nil)
    session.environment["XDG_STATE_HOME"] = .some(nil)
    return session
  }

  private func text(_ session: Session, _ name: String) throws -> String {
    try String(
      contentsOfFile: session.folder.appending(".config/photomirror/\(name)"), encoding: .utf8)
  }

  private func mode(_ session: Session, _ name: String) throws -> Int? {
    let path = session.folder.appending(".config/photomirror/\(name)")
    return try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test("Four answers at a terminal make a configuration that runs, and the key is not shown")
  func interview() async throws {
    let session = try await session()
    let (process, keyboard) = try session.startTyping(at: "init")
    let answers = [
      ("Site (", "flickr"), ("Account at flickr", "nobody-of-this-name"), ("Key, which", key),
      ("Account at flickr", "harbourlight"), ("for the same", ""), ("Directory of the", "~/mine"),
    ]
    var seen: [String: Int] = [:]
    for (question, answer) in answers {
      seen[question, default: 0] += 1
      let line = await process.line(containing: question, count: seen[question] ?? 1)
      _ = try #require(line, "\(process.standardOutput)")
      try keyboard.write(contentsOf: Data((answer + "\n").utf8))
    }
    let run = await process.end()
    #expect(run.output.contains("status=0"), "\(run.output)")
    #expect(run.output.contains("User not found") && run.output.contains("added the mirror 'mine'"))
    #expect(!run.output.contains("\(key)\n"), "\(run.output)")
    #expect(run.output.contains(" echo ") && !run.output.contains("-echo "), "\(run.output)")
    #expect(try text(session, "flickr.key") == key + "\n" && mode(session, "flickr.key") == 0o600)
    #expect(try mode(session, "config.toml") == 0o600)
    let file = try text(session, "config.toml")
    #expect(
      file.contains("source = \"flickr:user/harbourlight\"\ndirectory = \"~/mine\"\n"), "\(file)")
    let sync = try await session.run("sync mine --limit 2 -q")
    #expect(sync.exitCode == 0, "\(sync.errors)")
    #expect(session.mirror("mine").photos.count == 2)
  }

  @Test("A typed Ctrl-C at the key restores the terminal, and nothing is written")
  func interrupted() async throws {
    let session = try await session()
    let (process, keyboard) = try session.startTyping(
      at: "init --site flickr --source recent --directory mine")
    _ = try #require(await process.line(containing: "Key, which"))
    try keyboard.write(contentsOf: Data([3]))
    let run = await process.end()
    #expect(run.output.contains("status=130") && !run.output.contains("-echo "), "\(run.output)")
    #expect(throws: (any Error).self) { try text(session, "config.toml") }
  }

  @Test("The end of the input ends the questions, and is reported once")
  func unanswered() async throws {
    let session = try await session()
    let (process, keyboard) = try session.startTyping(at: "init --site flickr --directory mine")
    _ = try #require(await process.line(containing: "Account at flickr"))
    try keyboard.write(contentsOf: Data([4]))
    let run = await process.end()
    #expect(run.output.contains("status=2"), "\(run.output)")
    #expect(run.output.split(separator: "the questions have no answer").count == 2, "\(run.output)")
  }

  @Test("Without a terminal, flags give the answers, and what is there is not overwritten")
  func flags() async throws {
    let session = try await session()
    let bare = try await session.run("init --site flickr")
    #expect(bare.exitCode == 2 && bare.errors.contains("--source, --directory are missing"))
    #expect(bare.errors.contains("--key-file FILE"), "\(bare.errors)")
    let keyless = try await session.run("init --site flickr --source recent --directory new")
    #expect(keyless.exitCode == 2 && keyless.errors.contains("needs a key"), "\(keyless.errors)")
    let line = "init --site flickr --source recent --directory"
    for (typed, status) in [("wrong", 3), (key, 0)] {
      let run = try await CommandRun.run(
        "/bin/sh",
        [
          "-c", "echo \(typed) | \(BuiltProducts.path("photomirror")) \(line) new --key-file -",
        ], environment: session.environment, workingDirectory: session.folder.path)
      #expect(run.exitCode == Int32(status), "\(run.output)\(run.errors)")
      #expect(!(run.output + run.errors).contains(typed + "\n"))
    }
    let file = try text(session, "config.toml")
    let again = try await session.run("\(line) new")
    #expect(again.exitCode == 2, "\(again.errors)")
    #expect(again.errors.contains("has a mirror 'new' already"), "\(again.errors)")
    #expect(try text(session, "config.toml") == file)
    let second = try await session.run("\(line) other --name second.one")
    #expect(second.exitCode == 0, "\(second.output)\(second.errors)")
    #expect(try text(session, "config.toml").hasPrefix(file))
    try await session.run("sync --all --limit 1 --dry-run -q").expect(exits: 0, errors: "")
    let unknown = try await session.run("init --site flikr --source recent --directory new")
    #expect(unknown.exitCode == 5 && unknown.errors.contains("did you mean 'flickr'?"))
  }
}
