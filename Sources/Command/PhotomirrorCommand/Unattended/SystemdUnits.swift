extension Interval {
  /// Spreads the runs, so that a site does not get them all at once.
  fileprivate var delay: String {
    switch self {
    case .hourly: "10min"
    case .daily: "1h"
    case .weekly: "6h"
    }
  }
}

/// What a timer runs.
enum ScheduledTask: CaseIterable, Sendable {
  case sync, verify

  /// Units begin with it.
  fileprivate var prefix: String { self == .sync ? "photomirror@" : "photomirror-verify@" }

  /// The command line, without the name of the mirror.
  var command: String { self == .sync ? "sync" : "verify --scheduled" }
}

/// systemd's units of the user (systemd.timer(5)): for each task one service for all mirrors, and a timer for each.
enum SystemdUnits {
  static func service(of task: ScheduledTask) -> String { "\(task.prefix).service" }

  static func timer(of mirror: String, for task: ScheduledTask) -> String {
    "\(task.prefix)\(SystemdName.escaped(mirror)).timer"
  }

  /// The mirror of a timer's file; nil if it is another file.
  static func mirror(ofTimer file: String, for task: ScheduledTask) -> String? {
    guard file.hasPrefix(task.prefix), file.hasSuffix(".timer") else { return nil }
    return SystemdName.unescaped(String(file.dropFirst(task.prefix.count).dropLast(6)))
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
      ExecStart=\(words) \(task == .sync ? "sync --progress log" : task.command) %I
      Nice=10
      IOSchedulingClass=idle
      \(task == .sync ? "WatchdogSec=15min\n" : "")TimeoutStopSec=30s
      # Interrupted: the next run resumes.
      SuccessExitStatus=130
      \(restrictions)

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

  /// The interval of a timer's text.
  static func interval(of text: String) -> String {
    let key = "OnCalendar="
    return text.split(separator: "\n").first { $0.hasPrefix(key) }
      .map { String($0.dropFirst(key.count)) } ?? "?"
  }
}
