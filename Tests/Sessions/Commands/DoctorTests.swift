import Foundation
import TestSupport
import Testing

@Suite("doctor")
struct DoctorTests {
  private struct Check: Decodable {
    let level: String
    let subject: String
    let text: String
  }

  private let recent =
    "[mirror.recent]\nsource='flickr:recent'\ndirectory='~/photos'\nlimit=2\nsize='240'\n"

  @Test("A machine in order passes every check, and nothing is left behind")
  func healthy() async throws {
    let session = try await Session(configuration: recent)
    try await session.run("sync recent --progress none").expect(exits: 0)
    let before = session.mirror().photos
    let run = try await session.run("doctor --json")
    let checks = try run.lines(of: Check.self)
    #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    let subjects = [
      "program", "open files", "modules", "configuration", "free space", "directory", "links",
      "names",
      "sync", "catalog", "source", "site", "clock", "options", "key", "token", "disk", "proxy",
      "libraries", "DNS",
    ]
    for subject in subjects {
      let found = checks.first { $0.subject == subject }
      #expect(found != nil && found?.level != "failure", "\(subject): \(run.output)")
    }
    #expect(checks.contains { $0.subject == "catalog" && $0.text == "2 photos" })
    #expect(checks.contains { $0.text == "flickr.key from FLICKR_API_KEY" }, "\(run.output)")
    let options = checks.first { $0.subject == "options" }?.text ?? ""
    #expect(options.contains("limit = 2 (") && options.contains("config.toml:4"), "\(options)")
    #expect(session.mirror().photos == before && session.mirror().flaws() == [])
    let left = try FileManager.default.contentsOfDirectory(
      atPath: session.folder.appending("photos"))
    #expect(!left.contains { $0.contains("doctor") }, "\(left)")
    let text = try await session.run("doctor --offline -v")
    #expect(text.exitCode == 0 && text.output.contains("ok        configuration"), "\(text.output)")
    #expect(!text.output.contains(" site "))
    let short = try await session.run("doctor --offline")
    #expect(short.exitCode == 0 && !short.output.contains("ok    "), "\(short.output)")
    #expect(short.output.contains("this machine and 1 mirror, no problem"), "\(short.output)")
  }

  @Test("Each fault is a failure with a hint, and the others are still checked")
  func faults() async throws {
    var session = try await Session(configuration: recent)
    session.environment["FLICKR_API_KEY"] = "wrong-key-of-a-user"
    let key = try await session.run("doctor --json")
    #expect(key.exitCode == 1, "\(key.output)")
    let failed = try key.lines(of: Check.self).filter { $0.level == "failure" }
    #expect(failed.map(\.subject) == ["site"], "\(key.output)")
    #expect(!key.output.contains("wrong-key-of-a-user"))
    try Data().write(to: URL(filePath: session.folder.appending("file")))
    let file = try await session.run("doctor file --json")
    #expect(file.exitCode == 1 && file.output.contains("is not a directory"), "\(file.output)")
    try FileManager.default.createDirectory(
      atPath: session.folder.appending("damaged/.photomirror"), withIntermediateDirectories: true)
    try Data("no database".utf8).write(
      to: URL(filePath: session.folder.appending("damaged/.photomirror/catalog.sqlite")))
    let damaged = try await session.run("doctor damaged --json")
    #expect(
      damaged.exitCode == 1 && damaged.output.contains(#""subject":"catalog""#), "\(damaged.output)"
    )
    session.environment["PHOTOMIRROR_FLICKR_ENDPOINT"] = "https://host.invalid/services/rest/"
    let nowhere = try await session.run("doctor flickr:recent --json")
    let last = try #require(try nowhere.lines(of: Check.self).last)
    #expect(nowhere.exitCode == 1 && last.subject == "DNS", "\(nowhere.output)")
    #expect(last.text.hasPrefix("host.invalid: "), "\(nowhere.output)")
    _ = await session.server.stop()
    let gone = try await session.run("doctor flickr:recent --json")
    #expect(gone.exitCode == 1, "\(gone.output)")
    let source = try await session.run("doctor flickr:nothing --json")
    #expect(
      source.exitCode == 1 && source.output.contains(#""subject":"source""#), "\(source.output)")
    let wrong = try await Session(configuration: "[sync]\njob = 1\n")
    let configuration = try await wrong.run("doctor --json")
    #expect(configuration.exitCode == 1 && configuration.output.contains("config.toml:2"))
  }

  @Test("Sources that no provider has, and keys that others can read, are told before a run")
  func misspelt() async throws {
    let session = try await Session(
      configuration: """
        [mirror.a]
        source = "flikr:recent"
        directory = "~/a"
        [mirror.b]
        source = "flickr:recnet"
        directory = "~/b"
        [mirror.c]
        source = "https://www.flickr.com/photos/ada/"
        directory = "~/c"
        [provider.flickr]
        key_file = "~/key"
        """)
    let key = session.folder.appending("key")
    try Data("demo".utf8).write(to: URL(filePath: key))
    chmod(key, 0o644)
    let place = session.folder.appending("config/photomirror/config.toml")
    try await session.run("config check").expect(
      exits: 2,
      output: """
        \(place):2: there is no provider 'flikr'
          hint: did you mean flickr:recent?
        \(place):5: flickr has no source "recnet"
          hint: did you mean flickr:recent?
        \(place):11: others can read \(key)
          hint: run 'chmod 600 \(key)'
        """)
    let doctor = try await session.run("doctor --offline")
    #expect(doctor.exitCode == 1, "\(doctor.output)")
    #expect(doctor.output.contains("this machine and 3 mirrors, 3 problems"), "\(doctor.output)")
    let nothing = try await session.run("doctor --offline aa")
    #expect(nothing.exitCode == 1 && nothing.output.contains("hint: did you mean 'a'?"))
    chmod(key, 0o600)
    #expect(try await !session.run("config check").output.contains("others can read"))
  }
}
