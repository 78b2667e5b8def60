import Configuration
import Console
import Foundation
import SystemCalls

/// `photomirror schedule NAME hourly|daily|weekly`
struct ScheduleCommand: Command {
  struct Options: CommandOptions {
    var isRemoval = false
    var isList = false
    var showsUnit = false
    var isWorker = false
  }

  static let name = CommandName.schedule
  static let text = CommandText(
    summary: "Run a mirror of the configuration by a timer of systemd",
    operands: ["[NAME]", "[hourly|daily|weekly]"],
    examples: [
      .init("photomirror schedule holidays daily", "'photomirror sync holidays' once a day"),
      .init("photomirror schedule --remove holidays", "stops its runs; its photos are kept"),
    ],
    exitStatuses: [.success, .somePhotosFailed, .usage, .directoryFailed],
    meanings: [
      .somePhotosFailed: "the timer is written, but systemd does not answer",
      .usage: "invalid command line, or no such mirror in the configuration",
      .directoryFailed: "the units cannot be written",
    ])
  static let options: [Option<Options>] = [
    .flag("list", \.isList, "Show the mirrors with a timer or a worker, and which is not active"),
    .flag("remove", \.isRemoval, "Remove the timer or the worker of the mirror"),
    .flag(
      "worker", \.isWorker, to: true, excludes: ["list", "remove", "unit"],
      "Instead of the timer, keep a worker running, which reads the feed this often: for a mirror "
        + "whose catalog is in a database"),
    .flag(
      "unit", \.showsUnit,
      "Write the service's unit to standard output, and nothing else; it is the same for each NAME"),
  ]
  static let startsThreads = false

  private let mirror: String
  private let interval: Interval?
  private let options: Options

  init(_ operands: [String], _ options: Options) throws(UsageError) {
    self.options = options
    // The service of all mirrors is one.
    let isGiven = options.showsUnit && operands.count == 1
    let needsNone = options.isList || options.showsUnit && !isGiven
    let needed = needsNone ? 0 : options.isRemoval || isGiven ? 1 : 2
    guard operands.count >= needed else {
      throw UsageError(
        operands.isEmpty ? "'schedule' needs a NAME" : "'schedule' needs hourly, daily or weekly")
    }
    guard operands.count <= needed else {
      throw UsageError("unexpected argument '\(operands[needed])'")
    }
    mirror = operands.first ?? ""
    interval = operands.count > 1 ? Interval(rawValue: operands[1]) : nil
    guard operands.count < 2 || interval != nil else {
      throw UsageError(
        "'schedule' takes hourly, daily or weekly, not '\(operands[1])'",
        hints: NearestName.hint(operands[1], among: Interval.allCases.map(\.rawValue), quote: "'"))
    }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    if options.showsUnit {
      Output.standard.write(
        SystemdUnits.serviceText(of: .sync, program: program ?? "photomirror"))
      return .success
    }
    guard let folder = SystemdFolder(context.environment) else {
      throw UsageError("neither XDG_CONFIG_HOME nor HOME names a folder for the units of systemd")
    }
    if options.isList { return list(folder) }
    if options.isRemoval { return try remove(from: folder) }
    let (file, mirror) = try configured(in: context.environment)
    if options.isWorker, file.catalog(of: mirror).map({ $0.text.isEmpty }) ?? true {
      throw UsageError(
        "the mirror '\(mirror.name)' has no 'catalog' in a database, which workers share",
        hints: ["'photomirror help storage' describes workers"])
    }
    return try add(
      to: folder, file.value(of: .interval, for: mirror).flatMap { Interval(rawValue: $0.text) },
      program: program ?? "photomirror")
  }

  /// - Throws: ``UsageError`` if the mirror is not in the configuration.
  private func configured(
    in environment: [String: String]
  ) throws(UsageError) -> (ConfigurationFile, ConfigurationFile.Mirror) {
    let file = try UserConfiguration.read(in: environment)
    guard let file, !file.mirrors.isEmpty else {
      throw UsageError(
        UserConfiguration.lack(of: file, in: environment),
        hints: ["'photomirror init' gives a mirror a name, and writes it there"])
    }
    guard let configured = file.mirrors.first(where: { $0.name == mirror }) else {
      throw file.lack(ofMirror: mirror)
    }
    return (file, configured)
  }

  private func list(_ folder: SystemdFolder) -> ExitStatus {
    var (lines, inactive): ([String], [String]) = ([], [])
    for task in ScheduledTask.allCases {
      for (name, interval) in folder.units(for: task) {
        let unit = SystemdUnits.unit(of: name, for: task)
        let isActive = ServiceManager.isActive(unit)
        if !isActive { inactive.append(unit) }
        lines.append("\(name)  \(interval)\(task.remark)\(isActive ? "" : ", not active")")
      }
    }
    Output.standard.write(lines: lines.sorted().map { TerminalText.line($0) })
    if lines.isEmpty { Output.error.write(lines: ["no mirror has a timer or a worker"]) }
    if !inactive.isEmpty {
      Output.error.write(lines: [
        "hint: 'systemctl --user enable --now \(inactive.joined(separator: " "))' starts what is "
          + "not active"
      ])
    }
    return .success
  }

  private func add(
    to folder: SystemdFolder, _ verification: Interval?, program: String
  ) throws(CommandFailure) -> ExitStatus {
    guard let interval else { return .usage }
    let main = (options.isWorker ? ScheduledTask.work : .sync, interval)
    let tasks = [main] + (verification.map { [(ScheduledTask.verify, $0)] } ?? [])
    for (task, interval) in tasks { try write(task, interval, to: folder, program: program) }
    for task in ScheduledTask.allCases where !tasks.contains(where: { $0.0 == task }) {
      _ = try removeUnit(for: task, from: folder)
    }
    let units = tasks.map { SystemdUnits.unit(of: mirror, for: $0.0) }
    // A worker that runs with another interval is replaced.
    let restart = options.isWorker ? [["try-restart", units[0]]] : []
    let reason = ServiceManager.run(
      [["daemon-reload"]] + restart + [["enable", "--now"] + units])
    if let reason {
      inactive(units, in: folder, because: reason, main).write()
      return .somePhotosFailed
    }
    let states = tasks.map { task, interval in
      "'photomirror \(task.command(interval)) \(mirror)' "
        + (task == .work ? "keeps running" : "runs \(interval.rawValue)")
    }
    Output.error.write(
      lines: states + [
        "hint: 'loginctl enable-linger' lets it run while you are not logged in",
        "hint: see 'journalctl --user -u \(units[0].replacing(".timer", with: ""))'",
      ])
    return .success
  }

  private func write(
    _ task: ScheduledTask, _ interval: Interval, to folder: SystemdFolder, program: String
  ) throws(CommandFailure) {
    let unit = SystemdUnits.unit(of: mirror, for: task)
    guard task != .work else {
      return try folder.write(SystemdUnits.workerText(interval, program: program), as: unit)
    }
    try folder.write(
      SystemdUnits.serviceText(of: task, program: program), as: SystemdUnits.service(of: task))
    try folder.write(SystemdUnits.timerText(of: mirror, for: task, interval), as: unit)
  }

  private func inactive(
    _ units: [String], in folder: SystemdFolder, because reason: String,
    _ main: (task: ScheduledTask, interval: Interval)
  ) -> Message {
    Message(
      .warning,
      "\(units.map { "\(folder.path)/\($0)" }.joined(separator: " and ")) "
        + "\(units.count == 1 ? "is" : "are") written, but \(reason)",
      hints: [
        "run 'systemctl --user daemon-reload' and 'systemctl --user enable --now "
          + "\(units.joined(separator: " "))' in a session with systemd",
        "without systemd: photomirror "
          + (options.isWorker
            ? "\(main.task.command(main.interval)) \(mirror)"
            : "watch \(mirror) --every \(main.interval.stay)"),
      ])
  }

  private func remove(from folder: SystemdFolder) throws -> ExitStatus {
    let tasks = [ScheduledTask.sync, .work]
    let found = tasks.map { SystemdUnits.unit(of: mirror, for: $0) }.first(where: folder.has)
    guard let unit = found else {
      throw UsageError(
        "the mirror '\(mirror)' has no timer and no worker",
        hints: NearestName.hint(
          mirror, among: tasks.flatMap { folder.units(for: $0).map(\.name) }, quote: "'"))
    }
    var reason: String?
    for task in ScheduledTask.allCases {
      let problem = try removeUnit(for: task, from: folder)
      reason = reason ?? problem
    }
    let reloaded = ServiceManager.run([["daemon-reload"]])
    guard let reason = reason ?? reloaded else { return .success }
    Message(.warning, "\(folder.path)/\(unit) is removed, but \(reason)").write()
    return .somePhotosFailed
  }

  /// Removes a unit, and the service of timers if it was the last one.
  /// - Returns: What the service manager could not do; nil if nothing, or if there is no such unit.
  private func removeUnit(
    for task: ScheduledTask, from folder: SystemdFolder
  ) throws(CommandFailure) -> String? {
    let unit = SystemdUnits.unit(of: mirror, for: task)
    guard folder.has(unit) else { return nil }
    let stopped = ServiceManager.run([["disable", "--now", unit]])
    try folder.remove(unit)
    if folder.units(for: task).isEmpty { try folder.remove(SystemdUnits.service(of: task)) }
    return stopped
  }
}
