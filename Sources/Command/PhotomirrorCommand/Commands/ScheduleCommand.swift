import Console
import Foundation
import SystemCalls

/// `photomirror schedule NAME hourly|daily|weekly`
struct ScheduleCommand: Command {
  struct Options: CommandOptions {
    var isRemoval = false
    var isList = false
    var showsUnit = false
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
    .flag("list", \.isList, "Show the mirrors with a timer"),
    .flag("remove", \.isRemoval, "Remove the timer of the mirror"),
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
    let verification = try verification(in: context.environment)
    return try add(to: folder, verification, program: program ?? "photomirror")
  }

  /// How often the mirror is verified, as the configuration says; nil if it says nothing.
  /// - Throws: ``UsageError`` if the mirror is not in the configuration.
  private func verification(in environment: [String: String]) throws(UsageError) -> Interval? {
    let file = try UserConfiguration.read(in: environment)
    let names = file?.mirrors.map(\.name) ?? []
    guard let file, !names.isEmpty else {
      throw UsageError(
        UserConfiguration.lack(of: file, in: environment),
        hints: ["'photomirror help configuration' shows how to give a mirror a name"])
    }
    guard let configured = file.mirrors.first(where: { $0.name == mirror }) else {
      throw UsageError(
        "there is no mirror '\(mirror)' in \(file.path)",
        hints: NearestName.hint(mirror, among: names, quote: "'")
          + ["the mirrors are \(names.joined(separator: ", "))"])
    }
    return file.value(of: .interval, for: configured).flatMap { Interval(rawValue: $0.text) }
  }

  private func list(_ folder: SystemdFolder) -> ExitStatus {
    let lines =
      folder.timers(for: .sync).map { "\($0.name)  \($0.interval)" }
      + folder.timers(for: .verify).map { "\($0.name)  \($0.interval), verify" }
    Output.standard.write(lines: lines.sorted().map { TerminalText.line($0) })
    if lines.isEmpty { Output.error.write(lines: ["no mirror has a timer"]) }
    return .success
  }

  private func add(
    to folder: SystemdFolder, _ verification: Interval?, program: String
  ) throws(CommandFailure) -> ExitStatus {
    guard let interval else { return .usage }
    var intervals = [(ScheduledTask.sync, interval)]
    if let verification { intervals.append((.verify, verification)) }
    for (task, interval) in intervals {
      try folder.write(
        SystemdUnits.serviceText(of: task, program: program), as: SystemdUnits.service(of: task))
      try folder.write(
        SystemdUnits.timerText(of: mirror, for: task, interval),
        as: SystemdUnits.timer(of: mirror, for: task))
    }
    if verification == nil { _ = try removeTimer(for: .verify, from: folder) }
    let timers = intervals.map { SystemdUnits.timer(of: mirror, for: $0.0) }
    guard let reason = ServiceManager.run([["daemon-reload"], ["enable", "--now"] + timers]) else {
      Output.error.write(
        lines: intervals.map { "'photomirror \($0.command) \(mirror)' runs \($1.rawValue)" } + [
          "hint: 'loginctl enable-linger' lets it run while you are not logged in",
          "hint: see 'journalctl --user -u photomirror@\(SystemdName.escaped(mirror))'",
        ])
      return .success
    }
    Message(
      .warning,
      "\(timers.map { "\(folder.path)/\($0)" }.joined(separator: " and ")) "
        + "\(timers.count == 1 ? "is" : "are") written, but \(reason)",
      hints: [
        "run 'systemctl --user daemon-reload' and 'systemctl --user enable --now "
          + "\(timers.joined(separator: " "))' in a session with systemd",
        "without systemd: photomirror watch \(mirror) --every "
          + (interval == .hourly ? "1h" : interval == .daily ? "1d" : "7d"),
      ]
    ).write()
    return .somePhotosFailed
  }

  private func remove(from folder: SystemdFolder) throws -> ExitStatus {
    let timer = SystemdUnits.timer(of: mirror, for: .sync)
    guard folder.has(timer) else {
      throw UsageError(
        "the mirror '\(mirror)' has no timer",
        hints: NearestName.hint(mirror, among: folder.timers(for: .sync).map(\.name), quote: "'"))
    }
    var reason: String?
    for task in ScheduledTask.allCases {
      let problem = try removeTimer(for: task, from: folder)
      reason = reason ?? problem
    }
    let reloaded = ServiceManager.run([["daemon-reload"]])
    guard let reason = reason ?? reloaded else { return .success }
    Message(.warning, "\(folder.path)/\(timer) is removed, but \(reason)").write()
    return .somePhotosFailed
  }

  /// Removes a timer, and the service if it was the last one.
  /// - Returns: What the service manager could not do; nil if nothing, or if there is no such timer.
  private func removeTimer(
    for task: ScheduledTask, from folder: SystemdFolder
  ) throws(CommandFailure) -> String? {
    let timer = SystemdUnits.timer(of: mirror, for: task)
    guard folder.has(timer) else { return nil }
    let stopped = ServiceManager.run([["disable", "--now", timer]])
    try folder.remove(timer)
    if folder.timers(for: task).isEmpty { try folder.remove(SystemdUnits.service(of: task)) }
    return stopped
  }
}
