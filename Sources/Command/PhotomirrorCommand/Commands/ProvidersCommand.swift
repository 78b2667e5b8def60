import Console
import ProviderKit
import ProviderLoader
import URLLists

/// `photomirror providers`
struct ProvidersCommand: Command {
  struct Options: CommandOptions {
    var isJSON = false
    var checked: String?
    var answers: String?
    var provider = ProviderOptions()
  }

  static let name = CommandName.providers
  static let text = CommandText(
    summary: "Show the providers, their feeds and settings, and refused modules",
    operands: [],
    examples: [
      .init("photomirror providers", "their feeds and settings"),
      .init(
        "photomirror providers --check mysite --answers ./recorded",
        "examines the provider mysite with recorded answers"),
    ],
    exitStatuses: [.success, .usage, .directoryFailed, .providerRefused],
    meanings: [
      .directoryFailed: "cannot write to standard output",
      .providerRefused: "a module was refused, or --check found mistakes",
    ],
    isRestricted: true)
  static var results: [ToldKeys] {
    [Manifest.keys.told(), RefusedModule.keys.told("or"), ProviderCheck.keys.told("with --check:")]
  }
  static let options: [Option<Options>] =
    [
      .flag("json", \.isJSON, "Write one JSON object for each provider, or for each mistake"),
      .optional(
        "check", .text("NAME"), \.checked,
        "Examine this provider for mistakes, in a module or a program"),
      .optional(
        "answers", .text("DIR"), \.answers,
        "With --check: the folder of recorded answers, one call in each JSON file"),
    ]
    + ProviderOptions.search.at(\.provider)
  static let startsThreads = false

  let options: Options

  var opensModules: Bool { true }

  init(_ operands: [String], _ options: Options) { self.options = options }

  func run(in context: CommandContext) throws -> ExitStatus {
    let loader = ProviderLoader(
      providerPath: options.provider.path, environment: context.environment)
    if let name = options.checked {
      return try ProviderCheck(name: name, answers: options.answers, isJSON: options.isJSON)
        .run(with: loader)
    }
    let found = loader.load()
    let lines =
      options.isJSON
      ? (found.providers.map { ($0.manifest, $0.path) } + [(URLListProvider().manifest, nil)])
        .map { Manifest.keys.object($0).line }
        + found.refused.map(RefusedModule.keys.object).map(\.line)
      : found.providers.flatMap { text($0.manifest, at: $0.path) }
        + text(URLListProvider().manifest, at: "part of photomirror")
        + gallery(found, context.environment) + found.faulty.flatMap(text)
        + nothing(found, loader)
    Output.standard.write(lines: lines)
    return found.faulty.isEmpty && !found.providers.isEmpty ? .success : .providerRefused
  }

  private func nothing(_ found: ProviderLoader.Found, _ loader: ProviderLoader) -> [String] {
    guard found.providers.isEmpty else { return [] }
    return ["no provider in: \(loader.searchPath.joined(separator: ", "))"]
  }

  /// Whether the program gallery-dl is installed, which the provider of that name needs.
  private func gallery(
    _ found: ProviderLoader.Found, _ environment: [String: String]
  ) -> [String] {
    let program = GalleryProgram.path(in: environment)
    let hasProvider = found.providers.contains { $0.manifest.name == SourceAdvice.galleryName }
    let state =
      program.map { "\($0) is installed" } ?? "the program gallery-dl is not on the PATH"
    let provider =
      hasProvider
      ? ""
      : ", and its provider, photomirror-lister-gallery-dl, "
        + (found.needOfGallery ?? "is missing")
    return DefinitionList.lines(
      [
        (
          term: "gallery-dl:ADDRESS",
          text: "the sites that gallery-dl can list: \(state)\(provider)"
        )
      ],
      indent: Self.indent) + [""]
  }

  private func text(_ manifest: Manifest, at path: String) -> [String] {
    let name = [(term: "\(manifest.name) \(manifest.version)", text: manifest.summary)]
    let sources = manifest.sources.map {
      (term: "\(manifest.name):\($0.usage)", text: $0.summary)
    }
    let addresses = manifest.addresses.map { (term: $0, text: "web address") }
    let sizes = manifest.sizes.joined(separator: ", ")
    let size = sizes.isEmpty ? [] : [(term: "--size LABEL", text: sizes)]
    let settings = manifest.settings.map {
      (term: setting($0, of: manifest), text: $0.summary)
    }
    return [TerminalText.line(path)] + DefinitionList.lines(name, indent: Self.indent)
      + DefinitionList.lines(
        sources + addresses + size + settings, margin: 4, indent: Self.indent) + [""]
  }

  private static let indent = 28

  private func setting(_ setting: Manifest.Setting, of manifest: Manifest) -> String {
    let name = "\(manifest.name).\(setting.name)"
    let option = setting.isSecret ? "--set-file \(name)=PATH" : "--set \(name)=VALUE"
    return setting.environment.map { "\(option) or \($0)" } ?? option
  }

  private func text(_ refused: RefusedModule) -> [String] {
    [TerminalText.line(refused.path), "  refused: \(TerminalText.line(refused.reason))", ""]
  }
}

extension Manifest {
  /// Where it is from: nil for a part of photomirror.
  fileprivate typealias Placed = (manifest: Manifest, path: String?)

  fileprivate static let keys = ResultKeys<Placed> {
    $0.add("name", \.manifest.name)
    $0.add("version", \.manifest.version)
    $0.add("summary", \.manifest.summary)
    $0.add("path", \.path)
    $0.add("sources") { $0.manifest.sources.map(\.usage) }
    $0.add("addresses", \.manifest.addresses)
    $0.add("sizes", "smallest first; empty: any name is accepted", \.manifest.sizes)
    $0.add("settings") { $0.manifest.settings.map(\.name) }
  }
}

extension RefusedModule {
  fileprivate static let keys = ResultKeys<Self> {
    $0.add("path", \.path)
    $0.add("refused", "the reason", \.reason)
  }
}
