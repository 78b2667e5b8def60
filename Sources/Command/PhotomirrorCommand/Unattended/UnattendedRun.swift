import Console
import Dispatch
import Foundation
import Locking
import MirrorCore
import Mirroring
import SystemCalls

/// Everything that an unattended `sync` adds: the check that its disk is mounted, notices to the service manager, the
/// log file, and at the end the report, the metrics and the command of `--on-end`.
final class UnattendedRun: MirrorDelegate {
  private static let reports = Locked<[String: [RunRecord]]>([:])

  private let options: UnattendedOptions
  private let environment: [String: String]
  /// Nil for a worker.
  private let mirror: Mirror?
  private let log: LogFile?
  private let delegates: [any MirrorDelegate]
  private let notice: ServiceNotice?
  private let week: QuietWeek?
  private let ping: RunPing?
  private let record: Locked<RunRecord>

  /// Seconds between two writings of a worker's metrics.
  private static let refreshInterval = 30.0

  /// - Parameters:
  ///   - name: The mirror's in the configuration; nil for a SOURCE and a DIRECTORY.
  ///   - directory: The place of the photos.
  ///   - mirror: Is checked before and after the run; nil for a worker, whose metrics are written meanwhile too.
  ///   - ping: Is told of the run; nil for none.
  init(
    _ options: UnattendedOptions, of source: String, named name: String?,
    into directory: String, checking mirror: Mirror?, _ environment: [String: String],
    telling ping: RunPing? = nil
  ) {
    self.ping = ping
    let options = options.resolved(environment)
    self.options = options
    (self.environment, self.mirror) = (environment, mirror)
    var record = RunRecord(name: name, source: source, directory: directory, begin: Date())
    // Its process has another number after each start, but each worker has its own file.
    if mirror == nil {
      record.worker = options.metrics.map {
        URL(filePath: $0).deletingPathExtension().lastPathComponent
      }
    }
    self.record = Locked(record)
    log = options.logFile.map { LogFile(path: $0) }
    notice = ServiceNotice(environment)
    let week = options.isWeekly ? QuietWeek(of: directory) : nil
    self.week = week
    var delegates: [any MirrorDelegate] = []
    if let notice { delegates.append(notice) }
    if let log { delegates.append(JournalPrinter(log, whenSilent: { week?.lines(for: $0) ?? [] })) }
    self.delegates = delegates
  }

  /// The lines for the end of a run in which nothing happened.
  var whenSilent: @Sendable (MirrorSummary) -> [String] {
    { [week] in week?.lines(for: $0) ?? [] }
  }

  func mirror(didEmit event: MirrorEvent) {
    record.withLock { record in
      record.failures.note(event)
      switch event {
      case .finished(let summary): record.summary = summary
      case .ended(_, .mirrored(let facts)): record.running.bytesFetched += facts.bytesFetched
      case .started, .listed, .progressed, .retrying, .ended, .detailed, .noted: break
      }
      record.running.totals.count(event)
    }
    for delegate in delegates { delegate.mirror(didEmit: event) }
  }

  /// Runs `work` between the check and the reports.
  func run(_ work: () async throws -> ExitStatus) async throws -> ExitStatus {
    await ping?.begin()
    let known = KnownMirrors(environment)
    let (name, directory) = record.withLock { ($0.name, $0.directory) }
    do {
      if !options.allowsNew, mirror != nil {
        try await Self.blocking { () throws(CommandFailure) in
          try NewMirrorCheck.run(directory, name: name, known: known)
        }
      }
      let refreshing = mirror == nil ? Task { try await refresh() } : nil
      defer { refreshing?.cancel() }
      let status = try await work()
      if let name, NewMirrorCheck.isMirror(directory) { known?.note(name, in: directory) }
      await end(status, reason: nil)
      return status
    } catch {
      let failure = CommandFailure(of: error)
      log?.write(lines: [failure.message.lines[0]])
      await end(failure.status, reason: failure.message.text)
      throw error
    }
  }

  /// Writes the metrics of a run that may not end.
  private func refresh() async throws {
    guard let path = options.metrics else { return }
    while true {
      try await Task.sleep(for: .seconds(Self.refreshInterval))
      var run = record.withLock(\.self)
      (run.end, run.summary) = (Date(), run.summary ?? run.running)
      await Self.blocking { [run] in
        _ = Self.write(
          RunMetrics.text(of: [run], after: SmallFile.text(of: path)), to: path, of: "--metrics")
      }
    }
  }

  private func end(_ status: ExitStatus, reason: String?) async {
    let run = record.withLock { record in
      (record.status, record.end) = (status, Date())
      record.reason = reason ?? record.summary?.reason
      return record
    }
    let problems = await Self.blocking { [self] in write(run) }
    for problem in problems { Message(.warning, problem).write() }
    await ping?.end(run)
    notice?.stop()
  }

  /// Writes the files, and runs the command. Blocks.
  /// - Returns: What failed.
  private func write(_ run: RunRecord) -> [String] {
    var run = run
    if options.report ?? options.metrics ?? options.watched ?? options.onEnd != nil {
      run.checks = mirror.flatMap { try? CheckCoverage(of: $0) }
    }
    var problems: [String] = []
    if let path = options.report {
      let text = RunReport.text(of: Self.noted(run, in: path))
      problems += Self.write(text, to: path, of: "--report")
    }
    for path in [options.metrics, options.watched].compactMap(\.self) {
      let text = RunMetrics.text(
        of: Self.noted(run, in: path), after: SmallFile.text(of: path))
      problems += Self.write(text, to: path, of: "--metrics")
    }
    if let reason = log?.fault { problems.append("cannot write to --log-file: \(reason)") }
    if let line = options.onEnd,
      let reason = environment[EndCommand.mark] == nil
        ? EndCommand.run(line, run.variables(report: options.report))
        : "it is not run, because this run was started by one"
    {
      problems.append("the command of --on-end: \(reason)")
    }
    return problems
  }

  /// The runs of this command into a file, a source and directory once.
  private static func noted(_ run: RunRecord, in path: String) -> [RunRecord] {
    reports.withLock { reports in
      let others = (reports[path] ?? []).filter {
        ($0.source, $0.directory) != (run.source, run.directory)
      }
      reports[path] = others + [run]
      return others + [run]
    }
  }

  private static func write(_ text: String, to path: String, of option: String) -> [String] {
    do {
      try SmallFile.replace(path, with: Array(text.utf8))
      return []
    } catch {
      return ["cannot write \(option) \(path): \(error.reason)"]
    }
  }

  /// Runs work that blocks outside of Swift's threads.
  private static func blocking<Value: Sendable, Failure>(
    _ work: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        let result: Result<Value, Failure>
        do throws(Failure) {
          result = .success(try work())
        } catch {
          result = .failure(error)
        }
        continuation.resume(returning: result)
      }
    }
    return try result.get()
  }
}

extension MirrorSummary {
  /// Why the source or the directory failed.
  fileprivate var reason: String? {
    switch ending {
    case .sourceFailed(let error), .directoryFailed(let error): error.message
    case .finished, .interrupted, .limited: nil
    }
  }
}
