import Configuration
import Console
import ProviderKit
import ProviderLoader

/// `photomirror config show` and `config check`
struct ConfigCommand: Command {
  struct Options: CommandOptions {
    var mirror: String?
    var isJSON = false
  }

  static let name = CommandName.config
  static let text = CommandText(
    summary: "Show the configuration with the origin of each value, or check it",
    operands: ["show|check"],
    examples: [
      .init("photomirror config check", "every problem of the configuration, with its line"),
      .init(
        "photomirror config show --mirror holidays",
        "the options of 'photomirror sync holidays', with their origins"),
    ],
    exitStatuses: [.success, .usage, .directoryFailed],
    meanings: [
      .usage: "invalid command line or configuration",
      .directoryFailed: "cannot write to standard output",
    ])
  static var results: [ToldKeys] {
    [problemKeys.told(), ConfigurationTable.keys.told("with show:")]
  }
  private static let problemKeys = ResultKeys<(file: String, problem: ConfigurationFile.Problem)> {
    $0.add("file", \.file)
    $0.add("line", \.problem.line)
    $0.add("problem", \.problem.reason)
    $0.add("hint", \.problem.hint)
  }
  static let options: [Option<Options>] = [
    .optional("mirror", .text("NAME"), \.mirror, unset: "all", "Show only this mirror"),
    .flag("json", \.isJSON, "Write one JSON object for each value or problem"),
  ]
  static let startsThreads = false

  private enum Action: String { case show, check }

  private let action: Action
  private let options: Options

  init(_ operands: [String], _ options: Options) throws(UsageError) {
    let action = Action(rawValue: operands[0]) ?? .check
    guard action == .show || options.mirror == nil else {
      throw UsageError("--mirror is for 'config show'; 'config check' checks the whole file")
    }
    (self.action, self.options) = (action, options)
  }

  /// They know which settings are secrets.
  var opensModules: Bool { action == .check }

  func run(in context: CommandContext) throws -> ExitStatus {
    switch action {
    case .show: try show(context.environment)
    case .check: try check(context.environment)
    }
  }

  private func check(_ environment: [String: String]) throws(UsageError) -> ExitStatus {
    guard let file = try UserConfiguration.open(in: environment) else {
      Output.error.write(lines: [UserConfiguration.lack(of: nil, in: environment)])
      return .success
    }
    let providers = ProviderLoader(
      providerPath: file.texts(of: "provider-path"), environment: environment
    ).load().providers
    let problems =
      UserConfiguration.problems(of: file) + sourceProblems(of: file, providers)
      + settingProblems(of: file, providers.map(\.manifest), environment)
    for problem in problems.sorted(by: { $0.line < $1.line }) {
      let place = TerminalText.line("\(file.path):\(problem.line): \(problem.reason)")
      Output.standard.write(
        lines: options.isJSON
          ? [Self.problemKeys.object((file.path, problem)).line]
          : [place] + (problem.hint.map { ["  hint: \(TerminalText.line($0))"] } ?? []))
    }
    guard problems.isEmpty else { return .usage }
    let mirrors = Quantity.count(file.mirrors.count, of: "mirror")
    if !options.isJSON {
      Output.standard.write(lines: ["\(TerminalText.line(file.path)): no problem in \(mirrors)"])
    }
    return .success
  }

  /// Sources that no provider has.
  private func sourceProblems(
    of file: ConfigurationFile, _ providers: [LoadedProvider]
  ) -> [ConfigurationFile.Problem] {
    let names = SourceNames(providers: providers)
    return file.mirrors.compactMap { mirror in
      guard let source = try? SourceAddress(mirror.source),
        let problem = names.problem(of: source)
      else { return nil }
      return .init(line: mirror.sourceLine, problem.text, hint: problem.hints.first)
    }
  }

  /// Values that cannot be read; commands are not run.
  private func settingProblems(
    of file: ConfigurationFile, _ manifests: [Manifest], _ environment: [String: String]
  ) -> [ConfigurationFile.Problem] {
    let home = HomePath(home: environment["HOME"])
    return file.settings.compactMap { setting in
      do throws(ConfigurationFile.Problem) {
        let read = try ConfiguredSetting.check(setting, in: file, home)
        guard let manifest = manifests.first(where: { $0.name == read.provider }) else {
          throw .init(
            line: setting.line, "there is no provider '\(read.provider)'",
            hint: NearestName.hint(read.provider, among: manifests.map(\.name), quote: "'").first)
        }
        try SettingValues.check(read, against: manifest)
        if case .file(let path) = read.value, let problem = KeyFile(path).problem {
          throw .init(line: setting.line, problem.text, hint: problem.hint)
        }
        return nil
      } catch {
        return error
      }
    }
  }

  private func show(_ environment: [String: String]) throws(UsageError) -> ExitStatus {
    let file = try UserConfiguration.read(in: environment)
    let table = ConfigurationTable(file: file, environment: environment)
    for section in try table.sections(mirror: options.mirror) {
      Output.standard.write(
        lines: options.isJSON
          ? section.rows.map { ConfigurationTable.keys.object((section.title, $0)).line }
          : section.lines)
    }
    return .success
  }
}
