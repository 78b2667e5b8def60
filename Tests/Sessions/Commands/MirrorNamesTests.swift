import Foundation
import TestSupport
import Testing

@Suite("Names of mirrors in commands")
struct MirrorNamesTests {
  private let configuration = """
    [provider.flickr]
    key_command = "echo demo"

    [mirror.recent]
    source = "flickr:recent"
    directory = "~/mirrors/recent"
    size = "240"
    limit = 3
    """

  /// Without a key in the environment.
  private func session(_ configuration: String) async throws -> Session {
    var session = try await Session(configuration: configuration)
    session.environment["FLICKR_API_KEY"] = .some(nil)
    return session
  }

  @Test("Every command about a mirror takes its name, with the settings of the configuration")
  func named() async throws {
    let session = try await session(configuration)
    try await session.run("sync recent --progress none").expect(exits: 0, errors: "")
    for line in [
      "status recent", "verify recent", "verify recent --quick", "repair recent --progress none",
      "thumbnails recent", "export recent --format csv", "gallery recent -o pages", "trash recent",
      "report recent", "list recent --json", "rename recent --dry-run", "adopt recent --offline",
      "adopt recent --dry-run", "doctor recent", "verify --against-source recent recent",
    ] {
      let run = try await session.run(line)
      // More is listed than the mirror's limit lets in.
      let status: Int32 = line.contains("against") ? 1 : 0
      #expect(run.exitCode == status, "\(line): \(run.output)\(run.errors)")
      #expect(!run.errors.contains("key"), "\(line): \(run.errors)")
    }
    let files = FileManager.default
    #expect(files.fileExists(atPath: session.folder.appending("pages/index.html")))
    #expect(session.mirror("mirrors/recent").photos.count == 3)
    let photo = try #require(session.mirror("mirrors/recent").photos.first)
    let path = session.folder.appending("mirrors/recent/\(photo)")
    try files.removeItem(atPath: path)
    let repair = try await session.run("repair mirrors/recent --progress none")
    #expect(repair.exitCode == 0, "\(repair.errors)")
    #expect(files.fileExists(atPath: path))
  }

  @Test("A name that is another directory here is refused, and a path is not a name")
  func ambiguous() async throws {
    let session = try await session(configuration)
    try FileManager.default.createDirectory(
      atPath: session.folder.appending("recent"), withIntermediateDirectories: true)
    let run = try await session.run("status recent")
    #expect(run.exitCode == 2)
    #expect(run.errors.contains("'recent' is a file or directory here, and a mirror of"))
    #expect(run.errors.contains("hint: write ./recent, or "), "\(run.errors)")
    let path = try await session.run("status ./recent")
    #expect(path.exitCode == 4 && path.errors.contains("recent"), "\(path.errors)")
  }

  @Test("config check finds a secret in clear text, unknown settings and unknown providers")
  func secrets() async throws {
    let secret = "k3y-that-must-not-appear"
    let session = try await session(
      "[provider.flickr]\nkey = '\(secret)'\nendpont = 'x'\n[provider.flikr]\nkey_file = '/k'\n"
        + "[mirror.a]\nsource = 'flickr:recent'\ndirectory = '~/a'\n"
        + "catalog = 'postgresql://me:\(secret)@db/a'\n")
    let run = try await session.run("config check")
    #expect(run.exitCode == 2)
    for text in [
      "config.toml:2: 'key' is a secret, which a configuration must not contain\n"
        + "  hint: write key_file = \"PATH\", key_environment = \"VARIABLE\" or key_command = \"COMMAND\"",
      "config.toml:3: flickr has no setting 'endpont'\n  hint: did you mean endpoint?",
      "config.toml:5: there is no provider 'flikr'\n  hint: did you mean 'flickr'?",
      "config.toml:9: the address 'postgresql://me:[hidden]@db/a' contains a password",
    ] {
      #expect(run.output.contains(text), "\(text)\n\(run.output)")
    }
    let sync = try await session.run("sync a")
    #expect(sync.exitCode == 2)
    #expect(!(run.output + run.errors + sync.output + sync.errors).contains(secret))
  }

  @Test("A configuration whose commands start this program again ends")
  func cycles() async throws {
    let program = BuiltProducts.path("photomirror")
    let secret = try await session(
      "[provider.flickr]\nkey_command = '\(program) list flickr:recent'\n"
        + "[mirror.a]\nsource = 'flickr:recent'\ndirectory = '~/a'\n")
    let keyed = try await secret.run("sync a")
    #expect(keyed.exitCode == 2)
    #expect(keyed.errors.contains("it starts photomirror, which would run it again"))
    #expect(keyed.errors.contains("failed with exit status 2"), "\(keyed.errors)")
    let end = try await Session(
      configuration: "[mirror.a]\nsource = 'flickr:recent'\ndirectory = '~/a'\nlimit = 1\n"
        + "size = '240'\nprogress = 'none'\non-end = 'echo ended; \(program) sync a'\n")
    let ended = try await end.run("sync a")
    #expect(ended.errors.components(separatedBy: "ended\n").count == 2, "\(ended.errors)")
    try FileManager.default.removeItem(
      atPath: end.folder.appending("config/photomirror/config.toml"))
    try FileManager.default.createSymbolicLink(
      atPath: end.folder.appending("config/photomirror/config.toml"),
      withDestinationPath: "config.toml")
    let linked = try await end.run("sync a")
    #expect(linked.exitCode == 2 && linked.errors.contains("symbolic links"), "\(linked.errors)")
  }
}
