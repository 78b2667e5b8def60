/// How often a mirror is run.
enum Interval: String, CaseIterable, Sendable {
  case hourly, daily, weekly

  /// Spreads the runs, so that a site does not get them all at once.
  fileprivate var delay: String {
    switch self {
    case .hourly: "10min"
    case .daily: "1h"
    case .weekly: "6h"
    }
  }
}

/// systemd's units of the user (systemd.timer(5)): one service for all mirrors, and a timer for each.
enum SystemdUnits {
  static let service = "photomirror@.service"

  static func timer(of mirror: String) -> String {
    "photomirror@\(SystemdName.escaped(mirror)).timer"
  }

  /// The mirror of a timer's file; nil if it is another file.
  static func mirror(ofTimer file: String) -> String? {
    guard file.hasPrefix("photomirror@"), file.hasSuffix(".timer") else { return nil }
    return SystemdName.unescaped(String(file.dropFirst(12).dropLast(6)))
  }

  /// - Parameter program: The path of photomirror.
  static func serviceText(program: String) -> String {
    """
    [Unit]
    Description=Mirror %I
    Documentation=man:photomirror-schedule(1)

    [Service]
    Type=notify
    ExecStart=\(SystemdName.quoted(program)) sync --progress log %I
    Nice=10
    IOSchedulingClass=idle
    WatchdogSec=15min
    TimeoutStopSec=30s
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

  static func timerText(of mirror: String, _ interval: Interval) -> String {
    """
    [Unit]
    Description=Mirror \(mirror.replacing("%", with: "%%")) \(interval.rawValue)
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
