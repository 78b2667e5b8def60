import Console

extension ScheduleCommand {
  /// Writes the units of a mirror, and starts them.
  func add(
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

  /// Stops and removes the units of a mirror.
  func remove(from folder: SystemdFolder) throws -> ExitStatus {
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
