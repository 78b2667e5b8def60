import Foundation
import TestSupport
import Testing

@Suite("The configuration")
struct ConfigurationTests {
  /// Expects a usage error with the text.
  private func refuse(
    _ line: String, in session: Session, _ text: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let run = try await session.run(line)
    #expect(
      run.exitCode == 2 && run.errors.contains(text), "\(run.errors)",
      sourceLocation: sourceLocation)
  }

  private let mirrors = """
    [sync]
    progress = "json"
    size = "240"

    [mirror.cats]
    source = "flickr:search?tags=cat"
    directory = "~/cats"

    [mirror.recent]
    source = "flickr:recent"
    directory = "~/recent"
    limit = 6
    """

  @Test("sync NAME runs a mirror with its options, and --all runs every mirror")
  func named() async throws {
    let session = try await Session(configuration: mirrors)
    let run = try await session.run("sync recent")
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(session.mirror("recent").photos.count == 6)
    #expect(run.output.contains(#""result":"mirrored""#), "\(run.output)")
    let limited = try await session.run("sync recent --limit 8 --progress none")
    #expect(limited.exitCode == 0 && limited.output.isEmpty, "\(limited.errors)")
    #expect(session.mirror("recent").photos.count == 8)
    let all = try await session.run("sync --all")
    #expect(all.exitCode == 0, "\(all.errors)")
    #expect(all.errors.contains("mirror    cats\n") && all.errors.contains("mirror    recent\n"))
    #expect(session.mirror("recent").photos.count == 8)
    #expect(session.mirror("cats").flaws() == [] && !session.mirror("cats").photos.isEmpty)
  }

  @Test("A mirror that fails does not keep the next one from running, and the exit status says so")
  func failing() async throws {
    let session = try await Session(
      configuration:
        """
        [mirror.album]
        source = "flickr:album/1/2"
        directory = "~/album"
        [mirror.recent]
        source = "flickr:recent"
        directory = "~/recent"
        size = "240"
        limit = 3
        """)
    let run = try await session.run("sync --all --progress none")
    #expect(run.exitCode == 3, "\(run.errors)")
    #expect(session.mirror("recent").photos.count == 3)
  }

  @Test(
    "A name that is not a mirror's gets the nearest one, and --all without mirrors an explanation")
  func unknown() async throws {
    let named = try await Session(configuration: mirrors)
    try await refuse("sync cat", in: named, "did you mean 'cats'?")
    try await refuse("sync --all cats", in: named, "exclude each other")
    let empty = try await Session(configuration: "")
    try await refuse("sync --all", in: empty, "config.toml has no mirrors")
    try await refuse("sync holidays", in: empty, "'holidays' is not a source, and")
  }

  @Test("config show gives each value its origin, and config check every problem its line")
  func shown() async throws {
    var session = try await Session(configuration: mirrors)
    session.environment["PHOTOMIRROR_JOBS"] = "3"
    let show = try await session.run("config show --mirror recent")
    #expect(show.exitCode == 0, "\(show.errors)")
    for pattern in [
      #"source +flickr:recent +.*config\.toml:10"#, #"limit +6 +.*config\.toml:12"#,
      #"jobs +3 +environment PHOTOMIRROR_JOBS"#, #"size +240 +.*config\.toml:3"#,
      #"attempts +5 +default"#,
    ] {
      #expect(show.output.contains(try Regex(pattern)), "\(pattern)\n\(show.output)")
    }
    #expect(!show.output.contains("[mirror.cats]"))
    let json = try await session.run("config show --json")
    #expect(
      json.output.contains(#""table":"mirror.recent","name":"limit","value":"6""#), "\(json.output)"
    )
    let valid = try await session.run("config check")
    #expect(
      valid.exitCode == 0 && valid.output.hasSuffix(": no problem in 2 mirrors\n"),
      "\(valid.output)")
    let wrong = try await Session(
      configuration: "[sync]\njob = 3\n[mirror.a]\nsource = 'nothing'\n")
    let check = try await wrong.run("config check")
    #expect(check.exitCode == 2)
    for text in [
      "config.toml:2: there is no option 'job'\n  hint: did you mean jobs?",
      "config.toml:3: the mirror 'a' has no directory", "config.toml:4: 'nothing' is not a source",
    ] {
      #expect(check.output.contains(text), "\(check.output)")
    }
    try await refuse(
      "sync flickr:recent photos", in: wrong, "config.toml:2: there is no option 'job'")
  }

  @Test("A key comes from a file, a command or a credential, and is refused in clear text")
  func secrets() async throws {
    let secret = "k3y-that-must-not-appear"
    let rest = "[mirror.a]\nsource='flickr:recent'\ndirectory='~/a'\nlimit=1\nsize='240'\n"
    for line in [
      "key_command = 'echo demo'", "key_command = ['echo', 'demo']", "key_file = '~/key'",
    ] {
      var session = try await Session(configuration: "[provider.flickr]\n\(line)\n\(rest)")
      session.environment["FLICKR_API_KEY"] = .some(nil)
      let key = session.folder.appending("key")
      try Data("demo\n".utf8).write(to: URL(filePath: key))
      #expect(chmod(key, 0o600) == 0)
      try await session.run("sync a --progress none").expect(exits: 0, errors: "")
      #expect(chmod(key, 0o644) == 0)
      let open = try await session.run("sync a --progress none")
      #expect(open.errors.contains("others can read it") == line.hasPrefix("key_file"))
    }
    var clear = try await Session(configuration: "[provider.flickr]\nkey = '\(secret)'\n\(rest)")
    clear.environment["FLICKR_API_KEY"] = .some(nil)
    let refused = try await clear.run("sync a")
    #expect(refused.exitCode == 2)
    #expect(refused.errors.contains("config.toml:2: 'key' is a secret"), "\(refused.errors)")
    #expect(refused.errors.contains("key_file"))
    let shown = try await clear.run("config show")
    #expect(!(refused.errors + refused.output + shown.output + shown.errors).contains(secret))
    var failing = try await Session(
      configuration:
        "[provider.flickr]\nkey_command = 'echo \(secret); exit 4'\n\(rest)")
    failing.environment["FLICKR_API_KEY"] = .some(nil)
    let failed = try await failing.run("sync a")
    #expect(failed.exitCode == 2 && failed.errors.contains("failed with exit status 4"))
    #expect(!failed.output.contains(secret) && !failed.errors.contains(secret))
    var service = try await Session(configuration: rest)
    service.environment["FLICKR_API_KEY"] = .some(nil)
    service.environment["CREDENTIALS_DIRECTORY"] = service.folder.path
    try Data("demo".utf8).write(to: URL(filePath: service.folder.appending("flickr.key")))
    try await service.run("sync a --progress none").expect(exits: 0, errors: "…")
  }

  @Test("verify runs no command for a key, unless it compares with a source")
  func unneededKey() async throws {
    let session = try await Session(
      configuration: "[provider.flickr]\nkey_command = 'touch ~/ran; echo demo'\n")
    let sync = "sync --progress none --limit 1 --size 240 flickr:recent photos"
    #expect(try await session.run(sync).exitCode == 0)
    let mark = session.folder.appending("ran")
    try FileManager.default.removeItem(atPath: mark)
    #expect(try await session.run("verify photos").exitCode == 0)
    #expect(!FileManager.default.fileExists(atPath: mark))
    _ = try await session.run("verify photos --against-source flickr:recent")
    #expect(FileManager.default.fileExists(atPath: mark))
  }

  @Test(
    "A configuration in a folder that others can change is refused, and names no command that runs")
  func foreignFolder() async throws {
    let session = try await Session(
      configuration: "[provider.flickr]\nkey_command = 'touch ~/ran; echo demo'\n")
    let folder = session.folder.appending("config/photomirror")
    #expect(chmod(folder, 0o777) == 0)
    let run = try await session.run("list --limit 1 flickr:recent")
    #expect(run.exitCode == 2)
    #expect(
      run.errors.contains(
        "is below \(folder), which is writable by everybody; run 'chmod o-w \(folder)'"),
      "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: session.folder.appending("ran")))
    #expect(chmod(folder, 0o755) == 0)
    #expect(try await session.run("list --limit 1 flickr:recent").exitCode == 0)
  }

  @Test("config show hides the password of an address, whatever its form")
  func addresses() async throws {
    var session = try await Session(configuration: mirrors)
    for address in [
      "postgresql://u:s3cret@h/d", "postgresql://h/d?password=a&password=s3cret",
      "postgresql://h/d?PASSWORD=s3cret", "postgresql://h/d?pass%77ord=s3cret", "u:s3cret@h",
    ] {
      session.environment["PHOTOMIRROR_CATALOG"] = address
      for command in ["config show", "config show --json", "status photos", "config check"] {
        let run = try await session.run(command)
        #expect(!(run.output + run.errors).contains("s3cret"), "\(command) \(address)")
      }
    }
    session.environment["PHOTOMIRROR_CATALOG"] = "postgresql://u@h/d?sslmode=require"
    let shown = try await session.run("config show")
    #expect(shown.output.contains("postgresql://u@h/d?sslmode=require"), "\(shown.output)")
  }
}
