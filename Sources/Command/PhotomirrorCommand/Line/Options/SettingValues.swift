import Configuration
import Foundation
import Mirroring
import ProviderKit
import SystemCalls

/// A provider's settings with their values, secrets apart from the others.
///
/// Each value comes from the first of: `--set` or `--set-file`, the environment's
/// `PHOTOMIRROR_<PROVIDER>_<SETTING>`, the variable that the manifest names, the file `PROVIDER.SETTING` in
/// systemd's `$CREDENTIALS_DIRECTORY` (systemd.exec(5)), the configuration, the stored sign-in, the manifest's
/// default.
/// White space around a value is removed, and an empty variable is ignored.
struct SettingValues: Sendable {
  /// Passed to the provider; may be stored.
  private(set) var plain: [String: String] = [:]
  /// Filled in by the host only; never shown.
  private(set) var secret: [String: String] = [:]
  /// Where each value comes from, in words, by the setting's name.
  private(set) var origins: [String: String] = [:]
  /// A sentence each.
  private(set) var warnings: [String] = []

  /// - Throws: ``UsageError`` for a setting that the provider does not have, a required one without
  ///   a value, a secret on the command line, and a file that cannot be read.
  ///
  /// - Parameter source: The part of the source after the colon, for advice about a missing setting.
  init(
    of manifest: Manifest, options: ProviderOptions, environment: [String: String],
    source: String = "", signIn: SignInFile.Content? = nil
  ) throws(UsageError) {
    for assignment in options.values + options.files {
      try Self.check(assignment, against: manifest)
    }
    for setting in options.configured where setting.provider == manifest.name {
      do throws(ConfigurationFile.Problem) {
        try Self.check(setting, against: manifest)
      } catch {
        throw UsageError(error, in: setting.path)
      }
    }
    warnings = Self.warnings(aboutVariablesOf: manifest, in: environment)
    for setting in manifest.settings {
      guard let (value, origin) = try value(of: setting, manifest, options, environment, source)
      else { continue }
      if setting.namesHosts, let invalid = HostList(value).invalid {
        throw UsageError(
          "\(manifest.name).\(setting.name): '\(invalid)' is not an address of a host",
          hints: ["write http://HOST or https://HOST:PORT, several separated by commas"])
      }
      origins[setting.name] = origin
      if setting.isSecret { secret[setting.name] = value } else { plain[setting.name] = value }
    }
    if let signIn { use(signIn, of: manifest) }
  }

  /// Adds the values of a stored sign-in, unless one of its settings was given: a token and a secret of two
  /// sign-ins do not fit.
  private mutating func use(_ signIn: SignInFile.Content, of manifest: Manifest) {
    guard let authorization = manifest.signIn?.authorization,
      signIn.values.keys.allSatisfy({ secret[$0] == nil })
    else { return }
    if let (setting, granted, now) = signIn.departure(in: plain) {
      warnings.append(
        "the sign-in at \(manifest.name) is for \(granted), and \(manifest.name).\(setting) is now at \(now): it "
          + "is not used; 'photomirror login \(manifest.name)' with the same settings signs in there"
      )
      return
    }
    if let name = authorization.secret, secret[name] == nil {
      warnings.append(
        "the sign-in at \(manifest.name) is not used, because \(manifest.name).\(name) has no value"
      )
    }
    let names = Set(manifest.settings.filter(\.isSecret).map(\.name))
    for name in signIn.values.keys where names.contains(name) { origins[name] = "a sign-in" }
    secret.merge(signIn.values.filter { names.contains($0.key) }) { $1 }
  }

  /// `PHOTOMIRROR_FLICKR_ENDPOINT`.
  static func variable(of setting: String, provider: String) -> String {
    "PHOTOMIRROR_\(word(provider))_\(word(setting))"
  }

  private static func word(_ name: String) -> String {
    name.uppercased().replacing("-", with: "_")
  }

  /// Without a warning, a misspelt variable would silently select the default.
  private static func warnings(
    aboutVariablesOf manifest: Manifest, in environment: [String: String]
  ) -> [String] {
    let prefix = variable(of: "", provider: manifest.name)
    let known = manifest.settings.map { word($0.name) }
    let given = environment.keys.filter { $0.hasPrefix(prefix) }
      .map { String($0.dropFirst(prefix.count)) }
    return given.filter { !known.contains($0) }.sorted().map { name in
      let nearest = NearestName.of(name, among: known)
      return "\(prefix)\(name) is not a \(manifest.name) setting; ignored"
        + (nearest.map { "; did you mean \(prefix)\($0)?" } ?? "")
    }
  }

  private mutating func value(
    of setting: Manifest.Setting, _ manifest: Manifest, _ options: ProviderOptions,
    _ environment: [String: String], _ source: String
  ) throws(UsageError) -> (String, String)? {
    let label = "\(manifest.name).\(setting.name)"
    let all = options.values.filter { $0.setting == setting.name }.map(\.value)
    let given = setting.namesHosts && !all.isEmpty ? all.joined(separator: ",") : all.last
    let file = options.files.last { $0.setting == setting.name }?.value
    guard given == nil || file == nil else {
      throw UsageError("\(label) is set by both --set and --set-file")
    }
    guard given == nil || !setting.isSecret else { throw Self.shown(setting, manifest) }
    if let file { return (try read(file, for: label, isSecret: setting.isSecret), file) }
    let variables = [Self.variable(of: setting.name, provider: manifest.name), setting.environment]
    if let given { return (given, "--set") }
    for name in variables.compactMap(\.self) {
      let text = (environment[name] ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
      if !text.isEmpty { return (text, name) }
    }
    if let value = try credential(label, environment) { return (value, "a systemd credential") }
    if let value = try configured(setting, of: manifest.name, options, environment) { return value }
    if let value = setting.defaultValue { return (value, "the default") }
    guard !setting.isRequired else { throw Self.missing(setting, manifest, source) }
    return nil
  }

  private mutating func read(
    _ path: String, for label: String, isSecret: Bool
  ) throws(UsageError) -> String {
    let file = try SettingFile(path, for: label)
    if isSecret, file.isReadableByOthers {
      warnings.append("\(path) contains \(label) but others can read it; run 'chmod 600'")
    }
    return file.value
  }

  private func credential(
    _ label: String, _ environment: [String: String]
  ) throws(UsageError) -> String? {
    guard let folder = environment["CREDENTIALS_DIRECTORY"], folder.hasPrefix("/") else {
      return nil
    }
    let path = "\(folder)/\(label)"
    guard FileStatus(following: path) != nil else { return nil }
    return try SettingFile(path, for: label).value
  }

  private mutating func configured(
    _ setting: Manifest.Setting, of provider: String, _ options: ProviderOptions,
    _ environment: [String: String]
  ) throws(UsageError) -> (String, String)? {
    guard
      let found = options.configured.last(where: {
        $0.provider == provider && $0.setting == setting.name
      })
    else { return nil }
    switch found.value {
    case .command: return nil
    case .text(let text): return (text, found.place)
    case .variable(let name):
      let text = (environment[name] ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
      guard !text.isEmpty else {
        throw UsageError("\(found.place): the environment variable \(name) is not set")
      }
      return (text, name)
    case .output(let text): return (text, "the command of \(found.place)")
    case .file(let path):
      let label = "\(provider).\(setting.name)"
      return (try read(path, for: label, isSecret: setting.isSecret), path)
    }
  }

  static func check(
    _ configured: ConfiguredSetting, against manifest: Manifest
  ) throws(ConfigurationFile.Problem) {
    let (name, line) = (configured.setting, configured.line)
    guard let setting = manifest.settings.first(where: { $0.name == name }) else {
      throw .init(
        line: line, "\(manifest.name) has no setting '\(name)'",
        hint: NearestName.hint(name, among: manifest.settings.map(\.name)).first)
    }
    guard case .text = configured.value, setting.isSecret else { return }
    throw .init(
      line: line, "'\(name)' is a secret, which a configuration must not contain",
      hint:
        "write \(name)_file = \"PATH\", \(name)_environment = \"VARIABLE\" or \(name)_command = \"COMMAND\""
    )
  }

  private static func check(
    _ assignment: ProviderOptions.Assignment, against manifest: Manifest
  ) throws(UsageError) {
    guard assignment.provider == manifest.name else {
      throw UsageError(
        "\(assignment.provider).\(assignment.setting) is set, but the source's provider is "
          + manifest.name,
        hints: NearestName.of(assignment.provider, among: [manifest.name]).map {
          ["did you mean \($0).\(assignment.setting)?"]
        } ?? [])
    }
    let names = manifest.settings.map(\.name)
    guard !names.contains(assignment.setting) else { return }
    let nearest = NearestName.of(assignment.setting, among: names)
    let known = names.isEmpty ? "none" : names.joined(separator: ", ")
    throw UsageError(
      "\(manifest.name) has no setting '\(assignment.setting)'",
      hints: (nearest.map { ["did you mean \(manifest.name).\($0)?"] } ?? [])
        + ["its settings are: \(known)"])
  }

  private static func shown(_ setting: Manifest.Setting, _ manifest: Manifest) -> UsageError {
    UsageError(
      "\(manifest.name).\(setting.name) is a secret; the list of processes would show it",
      hints: [ways(setting, manifest)])
  }

  /// The error about a setting without a value.
  static func missing(
    _ setting: Manifest.Setting, _ manifest: Manifest, _ source: String
  ) -> UsageError {
    UsageError(
      "\(manifest.name) needs \(manifest.name).\(setting.name): \(setting.summary)",
      hints: [ways(setting, manifest)] + [setting.hint(for: source)].compactMap(\.self))
  }

  /// How a setting can be given.
  private static func ways(_ setting: Manifest.Setting, _ manifest: Manifest) -> String {
    let variable = setting.environment ?? Self.variable(of: setting.name, provider: manifest.name)
    let label = "\(manifest.name).\(setting.name)"
    let option = setting.isSecret ? "--set-file \(label)=PATH" : "--set \(label)=VALUE"
    return "set it with the environment variable \(variable) or \(option)"
  }
}
