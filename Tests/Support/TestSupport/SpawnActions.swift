import CGlibc
import Foundation

/// How a program is started: its files, its working directory, and no blocked or ignored signals.
struct SpawnActions {
  let arguments: [String]
  let environment: [String]

  /// - Parameter workingDirectory: entered by env(1), because posix_spawn(3) has no portable option
  ///   for it.
  init(
    _ executable: String, _ arguments: [String], environment: [String], workingDirectory: String?
  ) {
    let entering = workingDirectory.map { ["/usr/bin/env", "--chdir=\($0)"] } ?? []
    self.arguments = entering + [executable] + arguments
    self.environment = environment
  }

  /// A started program: its number and the read ends of its pipes, which the caller owns.
  struct Child {
    let identifier: pid_t
    let output: Int32
    let errors: Int32
  }

  /// Starts the program.
  func spawn() throws -> Child {
    let output = try Pipe.make()
    let errors = try Pipe.make()
    defer {
      close(output.write)
      close(errors.write)
    }
    let identifier = try spawn(output: output, errors: errors)
    return Child(identifier: identifier, output: output.read, errors: errors.read)
  }

  private func spawn(output: Pipe, errors: Pipe) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output.write, 1)
    posix_spawn_file_actions_adddup2(&actions, errors.write, 2)
    // Another test's connection or pipe would stay open as long as the program runs.
    posix_spawn_file_actions_addclosefrom_np(&actions, 3)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    setSignals(&attributes)

    let argumentPointers = arguments.map { strdup($0) } + [nil]
    let environmentPointers = environment.map { strdup($0) } + [nil]
    defer { for pointer in argumentPointers + environmentPointers { free(pointer) } }
    var identifier: pid_t = 0
    let code = posix_spawn(
      &identifier, arguments[0], &actions, &attributes, argumentPointers, environmentPointers)
    guard code == 0 else { throw POSIXError(.init(rawValue: code) ?? .EIO) }
    return identifier
  }

  private func setSignals(_ attributes: inout posix_spawnattr_t) {
    var none = sigset_t()
    sigemptyset(&none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setpgroup(&attributes, 0)
    let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    posix_spawnattr_setflags(&attributes, Int16(flags))
  }
}

/// The two ends of a pipe(2); only a program started with an end inherits it.
private struct Pipe {
  let read: Int32
  let write: Int32

  static func make() throws -> Pipe {
    var ends: [Int32] = [0, 0]
    guard pipe2(&ends, O_CLOEXEC) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    return Pipe(read: ends[0], write: ends[1])
  }
}
