import Configuration
import Console
import Mirroring

/// The values that runs have, each with its origin.
struct ConfigurationTable {
  /// A value. Of a secret only its place.
  struct Row: Sendable, Hashable {
    let name: String
    let value: String
    let origin: String
  }

  /// `sync`, `provider.flickr` or `mirror.holidays`.
  struct Section: Sendable, Hashable {
    let title: String
    let rows: [Row]

    var lines: [String] {
      let name = rows.map(\.name.count).max() ?? 0
      let value = min(40, rows.map(\.value.count).max() ?? 0)
      return ["[\(title)]"]
        + rows.map { row in
          let columns = [row.name.padded(to: name), row.value.padded(to: value), row.origin]
          return "  " + TerminalText.line(columns.joined(separator: "  "))
        } + [""]
    }
  }

  let file: ConfigurationFile?
  let environment: [String: String]

  /// - Parameter mirror: Nil for all of them, and what holds for other runs.
  /// - Throws: ``UsageError`` if there is no such mirror, or for an invalid value of a variable.
  func sections(mirror name: String?) throws(UsageError) -> [Section] {
    var sections: [Section] = []
    if name == nil { sections.append(Section(title: "sync", rows: try options(of: nil))) }
    for mirror in file?.mirrors ?? [] where name == nil || mirror.name == name {
      let place = "\(file?.path ?? ""):"
      let rows = [
        Row(
          name: "source", value: CatalogServer.withoutPassword(mirror.source),
          origin: place + "\(mirror.sourceLine)"),
        Row(name: "directory", value: mirror.directory, origin: place + "\(mirror.directoryLine)"),
      ]
      sections.append(
        Section(
          title: "mirror.\(mirror.name)",
          rows: rows + verification(of: mirror) + (try options(of: mirror))))
    }
    guard name == nil || !sections.isEmpty else {
      throw UsageError("there is no mirror '\(name ?? "")' in the configuration")
    }
    return sections + (try providers())
  }

  private func verification(of mirror: ConfigurationFile.Mirror) -> [Row] {
    VerifyKey.allCases.compactMap { key in
      file?.value(of: key, for: mirror).map {
        Row(name: key.rawValue, value: $0.text, origin: "\(file?.path ?? ""):\($0.line)")
      }
    }
  }

  private func options(of mirror: ConfigurationFile.Mirror?) throws(UsageError) -> [Row] {
    let filled = try OptionDefaults(file: file, environment: environment)
      .filling(ParsedArguments(), of: mirror)
    return CommandName.sync.type.syntax.options.filter { OptionDefaults.names.contains($0.name) }
      .map {
        syntax in
        let given = filled.options.filter { $0.name == syntax.name }
        let value = syntax.placeholder == nil ? "true" : given.map(\.value).joined(separator: ", ")
        return Row(
          name: syntax.name,
          value: given.isEmpty
            ? syntax.defaultText ?? (syntax.placeholder == nil ? "false" : "")
            : syntax.name == OptionSyntax.catalog.name
              ? CatalogServer.shown(value) : CatalogServer.withoutPassword(value),
          origin: given.first?.origin.text ?? "default")
      }
  }

  private func providers() throws(UsageError) -> [Section] {
    guard let file else { return [] }
    let settings = try ConfiguredSetting.settings(
      of: file, provider: nil, home: HomePath(home: environment["HOME"]), runsCommands: false)
    let names = settings.map(\.provider).reduce(into: [String]()) { names, name in
      if !names.contains(name) { names.append(name) }
    }
    return names.map { name in
      Section(
        title: "provider.\(name)",
        rows: settings.filter { $0.provider == name }.map { setting in
          Row(name: setting.setting, value: setting.shown, origin: setting.place)
        })
    }
  }
}

extension OptionOrigin {
  fileprivate var text: String {
    switch self {
    case .commandLine: "command line"
    case .environment(let name): "environment \(name)"
    case .file(let path, let line): "\(path):\(line)"
    }
  }
}

extension ConfiguredSetting {
  /// Never a value: only the provider's module knows which settings are secrets.
  fileprivate var shown: String {
    switch value {
    case .text: "(set)"
    case .file(let path): "(from \(path))"
    case .variable(let name): "(from the variable \(name))"
    case .output, .command: "(from a command)"
    }
  }
}

extension String {
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}

extension ConfigurationTable {
  static let keys = ResultKeys<(section: String, row: Row)> {
    $0.add("table", \.section)
    $0.add("name", \.row.name)
    $0.add("value", \.row.value)
    $0.add("origin", \.row.origin)
  }
}
