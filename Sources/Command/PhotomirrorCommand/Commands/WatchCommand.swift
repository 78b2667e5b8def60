import Console
import Foundation
import PageServer
import SystemCalls
import Threads

/// `photomirror watch NAME --every 6h`: `sync` again and again, each time in a process of its own, which reads the
/// configuration again and leaves nothing behind.
struct WatchCommand: Command {
  struct Options: CommandOptions {
    var every = Duration.seconds(6 * 3600)
    var isAll = false
    var runs: Int?
    var listen: ListenAddress?
  }

  static let name = CommandName.watch
  static let text = CommandText(
    summary: "Run mirrors repeatedly, for machines without systemd",
    operands: ["[NAME…]"],
    otherUses: ["SOURCE DIRECTORY"],
    examples: [
      .init("photomirror watch holidays --every 6h", "'photomirror sync holidays' every six hours"),
      .init("photomirror watch --all --every 1d", "all mirrors of the configuration, once a day"),
    ],
    exitStatuses: [.success, .usage, .providerRefused, .directoryFailed, .interrupted],
    meanings: [
      .success: "the --runs have ended, whatever their statuses",
      .usage: "invalid command line or configuration, at the first run",
      .directoryFailed: "a run cannot be started",
      .interrupted: "interrupted (Ctrl-C, SIGTERM, SIGHUP), with the run in progress",
    ])
  static let options: [Option<Options>] = [
    .value(
      "every", .time(60...31 * 86_400), \.every,
      "The time from the beginning of a run to that of the next: 90s, 15m, 6h, 1d"),
    .flag("all", \.isAll, "Run every mirror of the configuration"),
    .optional(
      "runs", .number(1...1_000_000), \.runs, unset: "no limit", "End after this many runs"),
    .optional(
      "listen",
      ValueKind(
        "[ADDRESS:]PORT", takes: "a port, or an IPv4 address and a port", text: \.text,
        value: { ListenAddress($0) }), \.listen,
      "Answer /healthz (200, or 503 without a success within twice the time) and /metrics; ADDRESS is "
        + "127.0.0.1, this machine only, unless given"),
  ]

  private let words: [String]
  private let options: Options

  init(_ operands: [String], _ options: Options) throws(UsageError) {
    guard options.isAll == operands.isEmpty else {
      throw UsageError(
        options.isAll ? "--all and '\(operands[0])' exclude each other" : "'watch' needs a NAME")
    }
    words = ["sync"] + (options.isAll ? ["--all"] : []) + ["--"] + operands
    self.options = options
  }

  /// The service manager knows only this process: the runs do not see its variables.
  func prepare(in environment: [String: String]) throws(CommandFailure) {
    for name in ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"] { unsetenv(name) }
    try checkNames(environment)
  }

  /// The first run would report them as words of 'sync'.
  private func checkNames(_ environment: [String: String]) throws(CommandFailure) {
    let names = words.drop { $0 != "--" }.dropFirst()
    guard let first = names.first, (try? SourceAddress(first)) == nil,
      FileStatus(following: first) == nil
    else { return }
    let file = try? UserConfiguration.open(in: environment)
    let known = file?.mirrors.map(\.name) ?? []
    guard let unknown = names.first(where: { !known.contains($0) }) else { return }
    guard let file, !known.isEmpty else {
      throw CommandFailure(
        .usage,
        "there is no mirror '\(unknown)': \(UserConfiguration.lack(of: file, in: environment))")
    }
    throw CommandFailure(of: file.lack(ofMirror: unknown))
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    let notice = ServiceNotice(context.environment)
    defer { notice?.stop() }
    let metrics = try options.listen.map { try serve(at: $0) }
    let threads = ThreadPool(name: "runs", width: 1)
    let result: Result<ExitStatus, CommandFailure>
    do {
      result = .success(
        try await StopSignals.run {
          try await repeatRuns(metrics?.page, notice, threads)
        } finalLines: {
          []
        })
    } catch is CancellationError {
      result = .success(.interrupted)
    } catch let failure as CommandFailure {
      result = .failure(failure)
    }
    if let metrics {
      await threads.run { metrics.server.stop() }
      metrics.page.remove()
    }
    await threads.shutdown()
    return try result.get()
  }

  private func serve(
    at address: ListenAddress
  ) throws(CommandFailure) -> (server: PageServer, page: WatchedMetrics) {
    do throws(SystemError) {
      let page = try WatchedMetrics(every: options.every)
      do throws(SystemError) {
        let server = try PageServer(at: address) { page.text(of: $0) }
        let place = address.text(port: server.port)
        Output.error.write(lines: ["note      listening on http://\(place)/healthz and /metrics"])
        return (server, page)
      } catch {
        page.remove()
        throw error
      }
    } catch {
      throw CommandFailure(
        .directoryFailed, "cannot listen on \(address.text): \(error.reason)",
        hints: ["--listen 0 takes any free port"])
    }
  }

  private func repeatRuns(
    _ page: WatchedMetrics?, _ notice: ServiceNotice?, _ threads: ThreadPool
  ) async throws -> ExitStatus {
    var runs = 0
    while true {
      let begin = Date()
      notice?.status("running")
      let run = try ChildRun.start(
        words, additional: page.map { ["\(UnattendedOptions.watchVariable)=\($0.path)"] } ?? [])
      let ending = await withTaskCancellationHandler {
        await threads.run { run.wait() }
      } onCancel: {
        run.stop()
      }
      try Task.checkCancellation()
      runs += 1
      page?.noteEnd(isSuccess: ending == .exited(ExitStatus.success.rawValue))
      // A mistake in the command line does not go away by waiting.
      if runs == 1, case .exited(let code) = ending, let status = ExitStatus(rawValue: code),
        [.usage, .providerRefused].contains(status)
      {
        return status
      }
      guard runs < options.runs ?? .max else { return .success }
      try await wait(until: begin.addingTimeInterval(options.every / .seconds(1)), notice)
    }
  }

  /// By the clock on the wall, in steps: a machine may sleep meanwhile, and its clock may be set.
  private func wait(until next: Date, _ notice: ServiceNotice?) async throws {
    notice?.status("waits until \(Quantity.timeOfDay(next))")
    while case let left = next.timeIntervalSinceNow, left > 0 {
      try await Task.sleep(for: .seconds(min(left, 30)))
    }
  }
}
