import Glibc

/// A program that runs for a limited time, in a process group of its own, so that what it starts ends with it.
package struct TimedCommand: Sendable {
  /// The program, which is searched for in `PATH`, and its arguments.
  package let words: [String]
  /// `NAME=VALUE`, one for each variable; nil for those of this process.
  package var environment: [String]?
  /// Variables besides these.
  package var additional: [String] = []
  /// The descriptor that becomes its standard output; its standard input is empty.
  package let output: Int32
  /// Its standard error goes nowhere.
  package var hidesErrors = false

  package init(
    words: [String], environment: [String]? = nil, additional: [String] = [], output: Int32
  ) {
    (self.words, self.environment) = (words, environment)
    (self.additional, self.output) = (additional, output)
  }

  /// How a program ended.
  package enum Ending: Sendable, Hashable {
    case exited(Int32)
    case killed(signal: Int32)
    /// It was killed after its time.
    case overdue
  }

  /// With no signal blocked or ignored, whatever this process does with them.
  package func start() throws(SystemError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    if hidesErrors { posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var (all, none) = (sigset_t(), sigset_t())
    sigfillset(&all)
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var variables =
      (environment?.map { strdup($0) } ?? Self.inherited()) + additional.map { strdup($0) } + [nil]
    defer { for variable in variables { free(variable) } }
    var process: pid_t = 0
    let code = posix_spawnp(
      &process, words[0], &actions, &attributes, &arguments, &variables)
    guard code == 0 else { throw SystemError(code) }
    return process
  }

  /// Copies of this process's variables, whatever their bytes.
  private static func inherited() -> [UnsafeMutablePointer<CChar>?] {
    var copies: [UnsafeMutablePointer<CChar>?] = []
    var next = environ
    while let variable = next.pointee {
      copies.append(strdup(variable))
      next += 1
    }
    return copies
  }

  /// Runs the program in a process of one thread, in which SIGCHLD can be waited for. Blocks.
  package func run(seconds: Int) throws(SystemError) -> Ending {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGCHLD)
    sigprocmask(SIG_BLOCK, &signals, nil)
    let process = try start()
    let deadline = Self.now() + seconds
    var status: Int32 = 0
    while waitpid(process, &status, WNOHANG) == 0 {
      let left = deadline - Self.now()
      guard left > 0 else {
        kill(-process, SIGKILL)
        while waitpid(process, &status, 0) < 0 && errno == EINTR {}
        return .overdue
      }
      var limit = timespec(tv_sec: left, tv_nsec: 0)
      sigtimedwait(&signals, nil, &limit)
    }
    return Self.ending(status)
  }

  /// The meaning of a status of waitpid(2) whose process has ended.
  package static func ending(_ status: Int32) -> Ending {
    status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: status & 0x7F)
  }

  /// Seconds of the monotonic clock.
  private static func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec
  }
}
