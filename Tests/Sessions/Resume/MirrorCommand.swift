import TestSupport

/// The command with the photos of one sample server and one new directory, for any number of runs.
struct MirrorCommand {
  private(set) var server: ServerProcess
  let directory: TemporaryDirectory
  var source: String
  var options: [String]

  init(
    _ server: ServerProcess, source: String = "flickr:recent", options: [String] = []
  ) throws {
    self.server = server
    self.source = source
    self.options = options
    directory = try TemporaryDirectory()
  }

  /// Starts a run that writes each event to standard output.
  func start() throws -> RunningProcess {
    try RunningProcess(
      BuiltProducts.path("photomirror"), arguments, environment: environment,
      deadline: .seconds(1800))
  }

  private var arguments: [String] {
    ["sync", "--progress", "json"] + options + [source, directory.path]
  }

  /// The source's photos, in the listing's order.
  func listedIDs() async throws -> [String] {
    let run = try await CommandRun.run(
      BuiltProducts.path("photomirror"), ["list", "--limit", "100000", source],
      environment: environment)
    return try run.lines(of: ListedID.self).map(\.id)
  }

  private struct ListedID: Decodable {
    let id: String
  }

  /// The same site at the same address, with other options.
  mutating func restartServer(_ options: [String]) async throws {
    _ = await server.stop()
    server = try await ServerProcess(options, port: server.port)
  }

  /// Runs another command, in which spaces separate words and `MIRROR` is the directory.
  func run(_ line: String) async throws -> CommandRun {
    let words = line.split(separator: " ").map { $0 == "MIRROR" ? directory.path : String($0) }
    return try await CommandRun.run(
      BuiltProducts.path("photomirror"), words, environment: environment)
  }

  private var environment: [String: String?] {
    ["FLICKR_API_KEY": "demo", "PHOTOMIRROR_FLICKR_ENDPOINT": server.endpoint]
  }

  /// Runs the command to its end.
  func run() async throws -> CommandRun { try await start().end() }

  /// Runs the command to its end as the last arguments of another program.
  func run(under program: [String]) async throws -> CommandRun {
    try await CommandRun.run(
      program[0], program.dropFirst() + [BuiltProducts.path("photomirror")] + arguments,
      environment: environment)
  }

  /// The server's counts of one complete run.
  func traffic() async throws -> ServerStats {
    try await server.resetStats()
    let run = try await run()
    guard run.exitCode == 0 else { throw Unfinished(run: run) }
    return try await server.stats()
  }

  /// The files of an uninterrupted run of the same command into another directory.
  func straightFiles(from server: ServerProcess? = nil) async throws -> FileTree {
    let straight = try MirrorCommand(server ?? self.server, source: source, options: options)
    let run = try await straight.run()
    guard run.exitCode == 0 else { throw Unfinished(run: run) }
    return try straight.files
  }

  struct Unfinished: Error {
    let run: CommandRun
  }

  /// The files of the mirror now.
  var files: FileTree { get throws { try FileTree(directory.path) } }
}
