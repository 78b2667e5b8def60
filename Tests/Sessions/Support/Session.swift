import Foundation
import ProviderLoader
import TestSupport

/// A user's session: a folder, the command, and the sample server as the site.
struct Session {
  /// The working directory of the command, removed with the session.
  let folder: TemporaryDirectory
  private(set) var server: ServerProcess
  /// Variables added to those of this process; nil removes one.
  var environment: [String: String?]

  /// - Parameter serverOptions: those of `FlickrServer --help`.
  init(_ serverOptions: String...) async throws {
    try await self.init(serverOptions)
  }

  /// - Parameter serverOptions: those of `FlickrServer --help`.
  init(_ serverOptions: [String]) async throws {
    folder = try TemporaryDirectory()
    server = try await ServerProcess(serverOptions)
    environment = [
      "FLICKR_API_KEY": "demo", "PHOTOMIRROR_FLICKR_ENDPOINT": server.endpoint,
      "PHOTOMIRROR_PROVIDER_PATH": nil, "XDG_CONFIG_HOME": folder.appending("config"),
      "no_proxy": "*", "NO_COLOR": nil, "LC_ALL": "C.UTF-8", "XDG_STATE_HOME": nil,
      "NOTIFY_SOCKET": nil, "WATCHDOG_USEC": nil, "WATCHDOG_PID": nil,
      "CREDENTIALS_DIRECTORY": nil,
    ]
  }

  /// A session whose user has a configuration with these lines; `~` is the session's folder.
  init(configuration lines: String) async throws {
    try await self.init("--photos", "40", "--pictures", "4")
    let configuration = folder.appending("config/photomirror")
    try FileManager.default.createDirectory(
      atPath: configuration, withIntermediateDirectories: true)
    try Data(lines.utf8).write(to: URL(filePath: configuration + "/config.toml"))
    environment["HOME"] = folder.path
  }

  /// The names of the modules that a build makes, in the order of their files.
  static let providers = ProviderLoader(searchPath: [BuiltProducts.directory]).load().providers
    .map(\.manifest.name)

  /// Runs a command line to its end. Spaces separate words.
  func run(_ line: String) async throws -> CommandRun {
    try await start(line).end()
  }

  /// Runs a command whose words contain spaces.
  func run(words: [String]) async throws -> CommandRun {
    try await start(words: words).end()
  }

  /// Starts a command line. Spaces separate words.
  func start(_ line: String) throws -> RunningProcess {
    try start(words: line.split(separator: " ").map(String.init))
  }

  private func start(words: [String]) throws -> RunningProcess {
    try RunningProcess(
      BuiltProducts.path("photomirror"), words, environment: environment,
      workingDirectory: folder.path)
  }

  /// The same site at the same address, with other options.
  mutating func restartServer(_ options: String...) async throws {
    try await restartServer(options)
  }

  /// The same site at the same address, with other options.
  mutating func restartServer(_ options: [String]) async throws {
    _ = await server.stop()
    server = try await ServerProcess(options, port: server.port)
  }

  /// The files of a mirror's directory.
  func mirror(_ name: String = "photos") -> MirrorTree { MirrorTree(folder.appending(name)) }

  /// The answer of `status --json` about a mirror.
  func status(_ name: String = "photos") async throws -> StatusAnswer {
    try JSONDecoder.ofCommand.decode(
      StatusAnswer.self, from: Data(try await run("status --json \(name)").output.utf8))
  }

  /// The answer of `list` for a source.
  func list(_ source: String = "flickr:recent") async throws -> [ListedPhoto] {
    try await run("list --limit 5000 \(source)").lines(of: ListedPhoto.self)
  }
}
