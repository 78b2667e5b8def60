extension Interval {
  /// As a value of `work --stay`.
  var stay: String {
    switch self {
    case .hourly: "1h"
    case .daily: "1d"
    case .weekly: "7d"
    }
  }

  /// Spreads the runs, so that a site does not get them all at once.
  fileprivate var delay: String {
    switch self {
    case .hourly: "10min"
    case .daily: "1h"
    case .weekly: "6h"
    }
  }
}

/// What units run.
enum ScheduledTask: CaseIterable, Sendable {
  case sync, verify
  /// A worker that stays.
  case work

  /// Units begin with it.
  fileprivate var prefix: String {
    switch self {
    case .sync: "photomirror@"
    case .verify: "photomirror-verify@"
    case .work: "photomirror-work@"
    }
  }

  /// The end of the name of a mirror's unit.
  fileprivate var suffix: String { self == .work ? ".service" : ".timer" }

  /// What a list says after the interval.
  var remark: String {
    switch self {
    case .sync: ""
    case .verify: ", verify"
    case .work: ", worker"
    }
  }

  /// The command line, without the name of the mirror.
  func command(_ interval: Interval) -> String {
    switch self {
    case .sync: "sync"
    case .verify: "verify --scheduled"
    case .work: "work --stay \(interval.stay)"
    }
  }
}

/// systemd's units of the user (systemd.timer(5)): for each task with a timer one service for all mirrors, and a timer
/// for each; for each worker a service.
enum SystemdUnits {
  static func service(of task: ScheduledTask) -> String { "\(task.prefix).service" }

  /// The timer, or the worker's service.
  static func unit(of mirror: String, for task: ScheduledTask) -> String {
    "\(task.prefix)\(SystemdName.escaped(mirror))\(task.suffix)"
  }

  /// The mirror of a unit's file; nil if it is another file.
  static func mirror(ofUnit file: String, for task: ScheduledTask) -> String? {
    guard file.hasPrefix(task.prefix), file.hasSuffix(task.suffix), file != service(of: task) else {
      return nil
    }
    return SystemdName.unescaped(
      String(file.dropFirst(task.prefix.count).dropLast(task.suffix.count)))
  }

  /// - Parameter program: The path of photomirror.
  static func serviceText(of task: ScheduledTask, program: String) -> String {
    let words = SystemdName.quoted(program)
    return """
      [Unit]
      Description=\(task == .sync ? "Mirror" : "Verify the mirror") %I
      Documentation=man:photomirror-schedule(1)

      [Service]
      \(task == .sync ? "Type=notify" : "Type=exec")
      ExecStart=\(words) \(task == .sync ? "sync --progress log" : "verify --scheduled") %I
      Nice=10
      IOSchedulingClass=idle
      \(task == .sync ? "WatchdogSec=15min\n" : "")TimeoutStopSec=30s
      # Interrupted: the next run resumes.
      SuccessExitStatus=130
      \(restrictions)

      """
  }

  /// The service of a mirror's worker, which the manager starts again if the store or the catalog failed.
  static func workerText(_ interval: Interval, program: String) -> String {
    """
    [Unit]
    Description=Work for the mirror %I, whose feed is read \(interval.rawValue)
    Documentation=man:photomirror-schedule(1)

    [Service]
    Type=notify
    ExecStart=\(SystemdName.quoted(program)) \(ScheduledTask.work.command(interval)) --progress log %I
    Restart=on-failure
    RestartSec=60s
    # An invalid command line or configuration.
    RestartPreventExitStatus=2
    Nice=10
    IOSchedulingClass=idle
    WatchdogSec=15min
    TimeoutStopSec=30s
    SuccessExitStatus=130
    \(restrictions)

    [Install]
    WantedBy=default.target

    """
  }

  /// The restrictions of a user's manager without privileges (systemd.exec(5)). Settings that need a mount namespace
  /// or capabilities would keep the service from starting on some systems; on others they map root to nobody, and
  /// ``TrustedPath`` then refuses root's files. A system call that is not listed fails; it ends nothing.
  private static let restrictions = """
    NoNewPrivileges=yes
    LockPersonality=yes
    RestrictNamespaces=yes
    RestrictRealtime=yes
    RestrictSUIDSGID=yes
    RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
    SystemCallArchitectures=native
    SystemCallFilter=@system-service
    SystemCallFilter=~@privileged
    # For the program's own restrictions of its parts.
    SystemCallFilter=landlock_create_ruleset landlock_add_rule landlock_restrict_self seccomp
    SystemCallErrorNumber=EPERM
    LimitCORE=0
    MemoryMax=75%
    TasksMax=1024
    """

  static func timerText(
    of mirror: String, for task: ScheduledTask, _ interval: Interval
  ) -> String {
    """
    [Unit]
    Description=\(task == .sync ? "Mirror" : "Verify") \(mirror.replacing("%", with: "%%")) \(interval.rawValue)
    Documentation=man:photomirror-schedule(1)

    [Timer]
    OnCalendar=\(interval.rawValue)
    RandomizedDelaySec=\(interval.delay)
    Persistent=true

    [Install]
    WantedBy=timers.target

    """
  }

  /// The interval of a unit's text.
  static func interval(of text: String, for task: ScheduledTask) -> String {
    if task == .work {
      return Interval.allCases.first { text.contains(" \(task.command($0)) ") }?.rawValue ?? "?"
    }
    let key = "OnCalendar="
    return text.split(separator: "\n").first { $0.hasPrefix(key) }
      .map { String($0.dropFirst(key.count)) } ?? "?"
  }
}
