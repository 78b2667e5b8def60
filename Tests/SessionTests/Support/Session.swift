import Foundation
import TestSupport

/// A person at work: a folder, the command, and the sample server as the site.
struct Session {
  /// Where the command runs; gone with the session.
  let folder: TemporaryDirectory
  private(set) var server: ServerProcess
  /// In addition to what this process has; nil removes a variable.
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
      "PHOTOMIRROR_PROVIDER_PATH": nil, "no_proxy": "*", "NO_COLOR": nil, "LC_ALL": "C.UTF-8",
    ]
  }

  /// Runs a command line to its end. A space separates words.
  func run(_ line: String) async throws -> CommandRun {
    try await start(line).end()
  }

  /// Runs a command that has spaces in its words.
  func run(words: [String]) async throws -> CommandRun {
    try await start(words: words).end()
  }

  /// Starts a command line. A space separates words.
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

  /// What stands in a folder that was mirrored into.
  func mirror(_ name: String = "photos") -> MirrorTree { MirrorTree(folder.appending(name)) }

  /// What `status --json` says of a mirror.
  func status(_ name: String = "photos") async throws -> StatusAnswer {
    try JSONDecoder.ofCommand.decode(
      StatusAnswer.self, from: Data(try await run("status --json \(name)").output.utf8))
  }

  /// What `list` says of a source.
  func list(_ source: String = "flickr:recent") async throws -> [ListedPhoto] {
    try await run("list --limit 5000 \(source)").lines(of: ListedPhoto.self)
  }
}
