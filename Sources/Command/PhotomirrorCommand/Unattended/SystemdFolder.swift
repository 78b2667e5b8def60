import Foundation
import SystemCalls

/// The folder of the user's units (systemd.unit(5)), and what it has of photomirror's.
struct SystemdFolder {
  let path: String

  /// Nil if neither XDG_CONFIG_HOME nor HOME names a folder.
  init?(_ environment: [String: String]) {
    let folder = [environment["XDG_CONFIG_HOME"], environment["HOME"].map { "\($0)/.config" }]
      .compactMap(\.self).first { $0.hasPrefix("/") }
    guard let folder else { return nil }
    path = "\(folder)/systemd/user"
  }

  /// The mirrors with a unit for a task, by name, and when they are run.
  func units(for task: ScheduledTask) -> [(name: String, interval: String)] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return files.sorted().compactMap { file in
      guard let mirror = SystemdUnits.mirror(ofUnit: file, for: task) else { return nil }
      return (mirror, SystemdUnits.interval(of: SmallFile.text(of: "\(path)/\(file)"), for: task))
    }
  }

  func has(_ unit: String) -> Bool { FileStatus(of: "\(path)/\(unit)") != nil }

  func write(_ text: String, as unit: String) throws(CommandFailure) {
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    do throws(SystemError) {
      try SmallFile.replace("\(path)/\(unit)", with: Array(text.utf8))
    } catch {
      throw CommandFailure(.directoryFailed, "cannot write \(path)/\(unit): \(error.reason)")
    }
  }

  func remove(_ unit: String) throws(CommandFailure) {
    guard unlink("\(path)/\(unit)") != 0, errno != ENOENT else { return }
    throw CommandFailure(
      .directoryFailed, "cannot remove \(path)/\(unit): \(SystemError().reason)")
  }
}

/// The user's service manager, by `systemctl --user`.
enum ServiceManager {
  private static let seconds = 30

  /// Runs commands one after another. Blocks; called in a process of one thread.
  /// - Returns: What went wrong, to follow "but"; nil if nothing.
  static func run(_ commands: [[String]]) -> String? {
    for command in commands {
      do throws(SystemError) {
        guard try line(command).run(seconds: seconds) == .exited(0) else {
          return "'systemctl --user \(command.joined(separator: " "))' failed"
        }
      } catch {
        return "systemctl cannot be started: \(error.reason)"
      }
    }
    return nil
  }

  /// Whether a unit runs or waits for its time; false without a service manager. Blocks, as ``run(_:)``.
  static func isActive(_ unit: String) -> Bool {
    var line = line(["is-active", unit])
    line.hidesErrors = true
    return (try? line.run(seconds: seconds)) == .exited(0)
  }

  private static func line(_ command: [String]) -> TimedCommand {
    TimedCommand(
      words: ["systemctl", "--user", "--quiet", "--no-ask-password"] + command,
      output: STDERR_FILENO)
  }
}
