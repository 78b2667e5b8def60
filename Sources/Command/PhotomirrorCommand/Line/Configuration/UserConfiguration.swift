import Configuration
import ProviderLoader

/// The user's configuration file, as commands use it.
enum UserConfiguration {
  /// Nil if there is no file.
  /// - Throws: ``UsageError`` for the first problem.
  static func read(in environment: [String: String]) throws(UsageError) -> ConfigurationFile? {
    let file = try open(in: environment)
    guard let file, let problem = problems(of: file).first else { return file }
    throw UsageError(problem, in: file.path)
  }

  /// The file, whatever problems it has, if it is a TOML document.
  static func open(in environment: [String: String]) throws(UsageError) -> ConfigurationFile? {
    do throws(ConfigurationFile.Problem) {
      let file = try ConfigurationFile.read(in: environment)
      // Who can change a folder above it can replace it.
      if let file, let flaw = TrustedPath.flaw(of: file.path) {
        throw ConfigurationFile.Problem(line: 0, flaw, hint: "it can name commands that are run")
      }
      return file
    } catch {
      throw UsageError(error, in: HomePath.configuration(in: environment) ?? "the configuration")
    }
  }

  /// In the order of their lines.
  static func problems(of file: ConfigurationFile) -> [ConfigurationFile.Problem] {
    var problems = file.problems + OptionDefaults.problems(of: file)
    for mirror in file.mirrors where !mirror.source.isEmpty {
      do throws(UsageError) {
        _ = try SourceAddress(mirror.source)
      } catch {
        problems.append(.init(line: mirror.sourceLine, error.text, hint: error.hints.first))
      }
    }
    return problems.sorted { $0.line < $1.line }
  }

  /// Why there are no mirrors.
  static func lack(of file: ConfigurationFile?, in environment: [String: String]) -> String {
    if let file { return "\(file.path) has no mirrors" }
    return HomePath.configuration(in: environment).map { "there is no configuration \($0)" }
      ?? "neither HOME nor XDG_CONFIG_HOME names the folder of a configuration"
  }
}

extension ConfigurationFile {
  /// The error for a name that no mirror has.
  func lack(ofMirror name: String) -> UsageError {
    let names = mirrors.map(\.name)
    return UsageError(
      "there is no mirror '\(name)' in \(path)",
      hints: NearestName.hint(name, among: names, quote: "'")
        + ["the mirrors are \(names.joined(separator: ", "))"])
  }
}
