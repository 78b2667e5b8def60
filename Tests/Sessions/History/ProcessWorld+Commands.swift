import Foundation
import MirrorHistories
import TestSupport

/// Command lines, and what their output says.
extension ProcessWorld {
  func run(_ command: HistoryCommand) async throws -> CommandOutcome {
    try prepare(command)
    return try await runPrepared(command)
  }

  private func runPrepared(_ command: HistoryCommand) async throws -> CommandOutcome {
    if case .syncTwice(let sync) = command {
      let first = try await runPrepared(.sync(sync))
      return first.isDone ? try await runPrepared(.sync(sync)) : first
    }
    return try await withFaults(of: [command]) {
      outcome(of: command, try await start(words(of: command)).end())
    }
  }

  /// Lets the server have the faults that commands ask for.
  private func withFaults<Result>(
    of commands: [HistoryCommand], _ body: () async throws -> Result
  ) async throws -> Result {
    guard let faults = commands.lazy.compactMap({ $0.sync?.faults }).first else {
      return try await body()
    }
    try await session.server.changeFaults(faults.shares, seed: faults.seed)
    let result = try await body()
    try await session.server.changeFaults("")
    return result
  }

  func run(
    _ command: HistoryCommand, killedAt moment: UInt64
  ) async throws -> CommandOutcome {
    try prepare(command)
    let call = Self.calls[Int(moment % UInt64(Self.calls.count))]
    let number = Int(moment) / Self.calls.count % call.count + 1
    let inject = [
      "-e", "trace=\(call.name)", "-e", "inject=\(call.name):signal=KILL:when=\(number)",
    ]
    let program = ["strace", "-f", "-o", "/dev/null"] + inject
    let killed = try await withFaults(of: [command]) {
      try await start(words(of: command), under: program).end()
    }
    // Another process than the main one may have been killed, or none.
    guard killed.exitCode == nil else {
      if case .syncTwice(let sync) = command { return try await runPrepared(.sync(sync)) }
      return outcome(of: command, killed)
    }
    var outcome = try await runPrepared(command)
    outcome.wasKilled = true
    return outcome
  }

  /// System calls during which commands are killed, and about how many of them a thread makes.
  private static let calls: [(name: String, count: Int)] = [
    ("renameat", 8), ("linkat", 3), ("unlinkat", 8), ("fsync", 20), ("fdatasync", 6),
    ("mkdirat", 4), ("pwrite64", 60), ("openat2", 250), ("write", 8), ("ftruncate", 4),
    ("utimensat", 8),
  ]

  func run(
    _ command: HistoryCommand, beside other: HistoryCommand
  ) async throws -> (CommandOutcome, CommandOutcome) {
    try prepare(command)
    try prepare(other)
    return try await withFaults(of: [command, other]) {
      let processes = try [command, other].map { try start(words(of: $0)) }
      return (
        outcome(of: command, await processes[0].end()), outcome(of: other, await processes[1].end())
      )
    }
  }

  private func start(_ words: [String], under program: [String] = []) throws -> RunningProcess {
    let days = clock.withLock(\.self)
    var environment = session.environment
    if days != 0, let library = ClockLibrary.path {
      environment["LD_PRELOAD"] = library
      environment["CLOCK_AHEAD"] = "\(days * 86_400)"
    }
    return try RunningProcess(
      "/usr/bin/env", program + [BuiltProducts.path("photomirror")] + words,
      environment: environment, workingDirectory: session.folder.path)
  }

  /// Removes what a command must not find, and makes what it is to find.
  private func prepare(_ command: HistoryCommand) throws {
    let files = FileManager.default
    switch command {
    case .bundle: try? files.removeItem(atPath: session.folder.appending("bag"))
    case .adopt:
      let folder = session.folder.appending("adopted")
      try? files.removeItem(atPath: folder)
      try files.copyItem(atPath: path(of: .mirror), toPath: folder)
      try files.removeItem(atPath: folder + "/.photomirror")
    default: break
    }
  }

  private func words(of command: HistoryCommand) -> [String] {
    let mirror = Self.name(of: .mirror)
    func id(_ photo: Int) -> String { ids[photo - 1] }
    return switch command {
    case .sync(let sync), .syncTwice(let sync): words(of: sync)
    case .verify(let place): ["verify", "--json", Self.name(of: place)]
    case .accept(let photo): ["verify", "--accept", id(photo), mirror]
    case .repair(let place, let sources):
      ["repair", "--progress", "none"] + sources.flatMap { ["--from", Self.name(of: $0)] }
        + [Self.name(of: place)]
    case .copy(let place): ["copy", mirror, Self.name(of: place)]
    case .recover: ["recover", mirror]
    case .emptyTrash: ["trash", "--empty", mirror]
    case .restore(let photo): ["restore", mirror, id(photo)]
    case .forget(let photo): ["forget", mirror, id(photo)]
    case .remember(let photo): ["forget", "--undo", mirror, id(photo)]
    case .rename(let number): ["rename", "--name", HistoryCommand.templates[number], mirror]
    case .adopt: ["adopt", "--thumbnail", "32", Self.source, "adopted"]
    case .bundle: ["bundle", mirror, "bag"]
    case .gallery: ["gallery", "-o", "site", mirror]
    case .export: ["export", "-o", "export.json", mirror]
    }
  }

  private func words(of sync: HistoryCommand.Sync) -> [String] {
    ["sync", "--progress", "json", "--thumbnail", "32", "--gone-after", "1", "--max-gone", "100%"]
      + ["--size", sync.isUpgrade ? Self.sizes.large : Self.sizes.small]
      + ["--gone", sync.gone.rawValue] + (sync.isFull ? ["--full"] : [])
      + (sync.isUpgrade ? ["--upgrade"] : [])
      + (sync.keepsVersions ? [] : ["--keep-versions", "0"])
      + (sync.limit.map { ["--limit", "\($0)"] } ?? [])
      + (sync.faults == nil ? [] : ["--attempts", "2"]) + [Self.source, Self.name(of: .mirror)]
  }

  private struct Finding: Decodable {
    let finding: String?
    let path: String?
  }

  private func outcome(of command: HistoryCommand, _ run: CommandRun) -> CommandOutcome {
    var outcome = CommandOutcome(status: run.exitCode ?? -1, text: run.errors)
    switch command {
    case .sync, .syncTwice:
      outcome.fetched = try? run.events.last { $0.event == "finished" }?.mirrored
    case .verify:
      for finding in (try? run.lines(of: Finding.self)) ?? [] {
        guard let path = finding.path, let what = finding.finding,
          !["same", "extra", "renamed"].contains(what)
        else { continue }
        outcome.named.formUnion(ids.filter { path.contains($0) })
      }
    case .bundle:
      if run.errors.contains("no photo is chosen") { outcome.status = 0 }
      outcome.published = published(in: "bag/data")
    case .gallery: outcome.published = published(in: "site/files")
    default: break
    }
    return outcome
  }

  private func published(in folder: String) -> [String: String] {
    PlaceFacts(of: session.folder.appending(folder), ids: ids).entries.compactMapValues { entry in
      if case .file(let digest) = entry { digest } else { nil }
    }
  }
}
