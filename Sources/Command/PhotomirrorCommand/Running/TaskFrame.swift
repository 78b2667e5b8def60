import Console
import Locking
import MirrorCore

/// What the tasks of commands have in common: a signal cancels the task, a line on a terminal says how far it is, results
/// go to standard output as text or JSON, and one sentence says that it was interrupted. Any thread.
struct TaskFrame: Sendable {
  private let line: ProgressLine
  private let progress: ProgressMode
  private let json: JSONChoice
  private let hint: String?
  private var restore: @Sendable () -> Void = {}
  private let soFar = Locked<@Sendable () -> TaskEnd>({ TaskEnd() })

  /// - Parameter hint: What to do after an interruption; nil if nothing continues the task.
  init(
    _ context: CommandContext, _ json: JSONChoice = JSONChoice(), _ progress: ProgressMode = .auto,
    hint: String? = ExitStatus.again
  ) {
    line = ProgressLine(Terminal(.error, environment: context.environment))
    (self.json, self.progress, self.hint) = (json, progress, hint)
  }

  /// - Parameter printer: Shows the progress of the task instead.
  init(_ context: CommandContext, _ printer: ProgressPrinter?, hint: String?) {
    self.init(context, hint: hint)
    if let printer { restore = { printer.restore() } }
  }

  /// Ends the process with the reason why a run does not end by itself.
  var whenStuck: @Sendable (String) -> Void {
    { [restore, hint] reason in
      restore()
      Message.end(.sourceFailed, reason, hints: [hint].compactMap(\.self))
    }
  }

  /// Runs the task, and writes how it ended.
  /// - Throws: The error of the task.
  func run(
    _ task: @escaping @Sendable (TaskFrame) async throws -> TaskEnd
  ) async throws -> ExitStatus {
    do {
      let end = try await StopSignals.run {
        try await task(self)
      } finalLines: {
        let end = interruption()
        restore()
        Output.standard.writeNow(lines: lines(end.object))
        return line.finalLines(end.lines + end.hints)
      }
      return write(end)
    } catch is CancellationError {
      restore()
      return write(interruption())
    } catch is ReaderLeft {
      return write(TaskEnd())
    } catch {
      restore()
      line.finish([])
      throw error
    }
  }

  /// Says how far the task is: on a terminal now, and elsewhere only if it is interrupted.
  func show(_ text: @autoclosure @escaping @Sendable () -> String) {
    reach { TaskEnd([text()]) }
    if [.auto, .live].contains(progress) { line.show(text()) }
  }

  /// Notes what the task says of itself if it is interrupted now.
  func reach(_ end: @escaping @Sendable () -> TaskEnd) { soFar.withLock { $0 = end } }

  /// Writes these lines, such as a result, and removes the line of the progress.
  func write(_ lines: [String], to output: Output = .standard) {
    line.finish([])
    output.write(lines: lines)
  }

  /// Writes a result: its object with `--json`, else its line.
  func write(_ object: @autoclosure () -> JSONObject, _ text: @autoclosure () -> String) {
    write(json.isOn ? lines(object()) : [text()])
  }

  /// Writes what was found about a file.
  func write(_ file: FoundFile, _ keys: ResultKeys<FoundFile>) {
    write(keys.object(file), file.text)
  }

  private func write(_ end: TaskEnd) -> ExitStatus {
    write(lines(end.object))
    if progress != .none || end.status != .success { line.finish(end.lines + end.hints) }
    return end.status
  }

  private func lines(_ object: JSONObject?) -> [String] {
    json.isOn ? object.map(json.lines) ?? [] : []
  }

  /// What is written if the task is interrupted now.
  func interruption() -> TaskEnd {
    var end = soFar.withLock(\.self)()
    end.lines += ["interrupted"] + [hint].compactMap { $0.map { "hint: \($0)" } }
    end.status = .interrupted
    return end
  }
}

/// What a task writes when it ends, and the exit status.
struct TaskEnd: Sendable {
  /// For people, on standard error.
  var lines: [String]
  /// The last lines, which follow those of an interruption.
  var hints: [String]
  /// For programs, on standard output with `--json`.
  var object: JSONObject?
  var status: ExitStatus

  /// - Parameter isWhole: Whether all photos are as the task is to leave them.
  init(
    _ lines: [String] = [], hints: [String] = [], _ object: JSONObject? = nil, isWhole: Bool = true
  ) {
    (self.lines, self.hints, self.object) = (lines, hints, object)
    status = isWhole ? .success : .somePhotosFailed
  }

  /// The end of a run, whose printer has written the summary.
  init(_ summary: MirrorSummary) {
    self.init()
    status = ExitStatus(summary)
  }
}

/// Standard output was closed: the task ends, and nothing failed.
struct ReaderLeft: Error {}
