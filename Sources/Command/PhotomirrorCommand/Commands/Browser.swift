import CGlibc
import Console
import Glibc
import Locking
import SystemCalls

/// The user's browser. It is started by a shell that waits for the address since before this process was restricted: a
/// browser writes where this process must not.
enum Browser {
  /// The shell's input.
  private static let waiting = Locked<Int32?>(nil)

  /// Starts the shell, if there is a desktop. Call it before the process is restricted.
  static func prepare(_ environment: [String: String]) {
    let hasDesktop = ["DISPLAY", "WAYLAND_DISPLAY"].contains { !(environment[$0] ?? "").isEmpty }
    let folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
    let opener = folders.filter { $0.hasPrefix("/") }.map { $0 + "/xdg-open" }
      .first { access($0, X_OK) == 0 }
    guard hasDesktop, let opener else { return }
    do throws(SystemError) {
      let input = try start(opener)
      waiting.withLock { $0 = input }
    } catch {
      Message(.warning, "cannot start \(opener): \(error.reason)").write()
    }
  }

  /// - Returns: The shell's input, at whose end it ends if it got no address.
  private static func start(_ opener: String) throws(SystemError) -> Int32 {
    var ends: [Int32] = [-1, -1]
    guard pipe2(&ends, O_CLOEXEC) == 0 else { throw SystemError() }
    defer { close(ends[0]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
    for output in [Int32(1), 2] {
      posix_spawn_file_actions_addopen(&actions, output, "/dev/null", O_WRONLY, 0)
    }
    let words = ["/bin/sh", "-c", "read -r address && exec \"$0\" \"$address\"", opener]
    let arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process = pid_t()
    let code = posix_spawn(&process, words[0], &actions, nil, arguments, environ)
    guard code == 0 else {
      close(ends[1])
      throw SystemError(code)
    }
    return ends[1]
  }

  static func open(_ address: String) {
    let line = Array("\(address)\n".utf8)
    let input = waiting.withLock { $0.take() }
    guard let input, write(input, line, line.count) == line.count else {
      return Output.error.write(lines: [
        "note      no browser can be opened here: open the address yourself"
      ])
    }
    close(input)
  }
}
