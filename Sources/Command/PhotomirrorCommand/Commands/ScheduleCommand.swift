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

  let mirror: String
  let interval: Interval?
  let options: Options

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
}
