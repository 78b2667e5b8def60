import Configuration

/// A provider's setting in the configuration, with its value or where that is.
struct ConfiguredSetting: Sendable, Hashable {
  enum Value: Sendable, Hashable {
    case text(String)
    /// The path of a file.
    case file(String)
    /// The name of a variable of the environment.
    case variable(String)
    /// The output of a command.
    case output(String)
    /// A command that has not run.
    case command
  }

  let provider: String
  /// Without its ending.
  let setting: String
  let value: Value
  let path: String
  let line: Int

  /// `config.toml:12`
  var place: String { "\(path):\(line)" }

  /// The settings of a provider, or of all; commands run here, outside the sandbox, which would forbid a
  /// password manager to write its locks.
  ///
  /// - Parameter runsCommands: False leaves them as ``Value/command``.
  /// - Throws: ``UsageError`` for a value that is neither, or a command that fails.
  static func settings(
    of file: ConfigurationFile, provider: String?, home: HomePath, runsCommands: Bool = true
  ) throws(UsageError) -> [ConfiguredSetting] {
    var settings: [ConfiguredSetting] = []
    for setting in file.settings where provider == nil || setting.provider == provider {
      do throws(ConfigurationFile.Problem) {
        settings.append(try read(setting, in: file, home, runsCommands: runsCommands))
      } catch {
        throw UsageError(error, in: file.path)
      }
    }
    return settings
  }

  /// Checks the form of a value; no command runs.
  static func check(
    _ setting: ConfigurationFile.Setting, in file: ConfigurationFile, _ home: HomePath
  ) throws(ConfigurationFile.Problem) -> ConfiguredSetting {
    try read(setting, in: file, home, runsCommands: false)
  }

  private static func read(
    _ setting: ConfigurationFile.Setting, in file: ConfigurationFile, _ home: HomePath,
    runsCommands: Bool
  ) throws(ConfigurationFile.Problem) -> ConfiguredSetting {
    let (name, value) = try value(of: setting, home, runsCommands: runsCommands)
    return ConfiguredSetting(
      provider: setting.provider, setting: name, value: value, path: file.path, line: setting.line)
  }

  private static func value(
    of setting: ConfigurationFile.Setting, _ home: HomePath, runsCommands: Bool
  ) throws(ConfigurationFile.Problem) -> (String, Value) {
    let kinds = ["_file", "_environment", "_command"]
    let ending = kinds.first(where: setting.name.hasSuffix) ?? ""
    let value: Value =
      switch ending {
      case "_file": try file(setting, home)
      case "_environment": try variable(setting)
      case "_command": try output(of: setting, runsCommands: runsCommands)
      default: try text(setting)
      }
    return (String(setting.name.dropLast(ending.count)), value)
  }

  private static func file(
    _ setting: ConfigurationFile.Setting, _ home: HomePath
  ) throws(ConfigurationFile.Problem) -> Value {
    guard case .string(let path) = setting.value, let absolute = home.absolute(path) else {
      throw .init(
        line: setting.line, "'\(setting.name)' takes the path of a file",
        hint: "begin it with / or ~/")
    }
    return .file(absolute)
  }

  private static func variable(
    _ setting: ConfigurationFile.Setting
  ) throws(ConfigurationFile.Problem) -> Value {
    guard case .string(let name) = setting.value, !name.isEmpty,
      name.unicodeScalars.allSatisfy({
        $0.isASCII && ($0 == "_" || $0.properties.isAlphabetic || ("0"..."9").contains($0))
      })
    else {
      throw .init(
        line: setting.line, "'\(setting.name)' takes the name of an environment variable")
    }
    return .variable(name)
  }

  private static func output(
    of setting: ConfigurationFile.Setting, runsCommands: Bool
  ) throws(ConfigurationFile.Problem) -> Value {
    let words: [String]
    switch setting.value {
    case .string(let line): words = ["/bin/sh", "-c", line]
    case .strings(let list) where !list.isEmpty: words = list
    default:
      throw .init(
        line: setting.line, "'\(setting.name)' takes a command",
        hint: "as a text, or a list of its words")
    }
    guard runsCommands else { return .command }
    do throws(SecretCommand.Failure) {
      return .output(try SecretCommand.output(of: words))
    } catch {
      throw .init(line: setting.line, "the command of '\(setting.name)' \(error.reason)")
    }
  }

  private static func text(
    _ setting: ConfigurationFile.Setting
  ) throws(ConfigurationFile.Problem) -> Value {
    switch setting.value {
    case .string(let text), .integer(let text): return .text(text)
    default: throw .init(line: setting.line, "'\(setting.name)' takes a text")
    }
  }
}
