import Configuration
import Console
import SystemCalls

/// Checks of the configuration file and of the files with keys that it names.
enum ConfigurationChecks {
  /// Called before the first thread.
  /// - Returns: The file if it can be used, and what was found.
  static func run(_ environment: [String: String]) -> (ConfigurationFile?, [Diagnosis]) {
    let file: ConfigurationFile?
    do throws(UsageError) {
      file = try UserConfiguration.open(in: environment)
    } catch {
      return (nil, [.failure("configuration", error.text, hint: error.hints.first)])
    }
    guard let file else {
      return (nil, [.ok("configuration", UserConfiguration.lack(of: nil, in: environment))])
    }
    let problems = UserConfiguration.problems(of: file)
    guard problems.isEmpty else {
      return (
        nil,
        problems.map {
          .failure("configuration", "\(file.path):\($0.line): \($0.reason)", hint: $0.hint)
        }
      )
    }
    return (file, [.ok("configuration", file.path)] + keys(of: file, environment))
  }

  private static func keys(
    of file: ConfigurationFile, _ environment: [String: String]
  ) -> [Diagnosis] {
    let settings: [ConfiguredSetting]
    do throws(UsageError) {
      settings = try ConfiguredSetting.settings(
        of: file, provider: nil, home: HomePath(home: environment["HOME"]), runsCommands: false)
    } catch {
      return [.failure("configuration", error.text, hint: error.hints.first)]
    }
    return settings.compactMap { setting in
      guard case .file(let path) = setting.value else { return nil }
      guard let problem = KeyFile(path).problem else { return .ok("key", path) }
      return .failure("key", "\(setting.place): \(problem.text)", hint: problem.hint)
    }
  }
}

/// A file with a key, which the configuration names.
struct KeyFile {
  private let path: String

  init(_ path: String) { self.path = path }

  /// Why it cannot be used, or should not be; nil if it can.
  var problem: (text: String, hint: String?)? {
    guard let status = FileStatus(following: path) else {
      return ("\(path) cannot be read: \(SystemError().reason)", nil)
    }
    guard status.isRegular, status.mode & 0o044 != 0 else { return nil }
    return ("others can read \(path)", "run 'chmod 600 \(ShellWord.quoted(path))'")
  }
}
