import Console
import ProviderKit
import ProviderLoader

/// `photomirror providers`: what was found, where, what it offers, and what was refused and why.
struct ProvidersCommand {
  private let arguments: ProvidersArguments
  private let environment: [String: String]

  init(_ arguments: ProvidersArguments, environment: [String: String]) {
    self.arguments = arguments
    self.environment = environment
  }

  func run() -> ExitStatus {
    let loader = ProviderLoader(providerPath: arguments.providerPath, environment: environment)
    let found = loader.load()
    let lines =
      arguments.isJSON
      ? found.providers.map { JSONObject($0).line } + found.refused.map { JSONObject($0).line }
      : found.providers.flatMap(text) + found.refused.flatMap(text) + nothing(found, loader)
    Output.standard.write(lines: lines)
    return found.refused.isEmpty && !found.providers.isEmpty ? .success : .providerRefused
  }

  private func nothing(_ found: ProviderLoader.Found, _ loader: ProviderLoader) -> [String] {
    guard found.providers.isEmpty else { return [] }
    return ["no provider in: \(loader.searchPath.joined(separator: ", "))"]
  }

  private func text(_ provider: LoadedProvider) -> [String] {
    let manifest = provider.manifest
    let sources = manifest.sources.map { ["\(manifest.name):\($0.usage)", $0.summary] }
    let addresses = manifest.addresses.map { [$0, "an address that it knows"] }
    let sizes = WordWrap.lines(manifest.sizes, mark: ",", width: 60)
      .enumerated().map { [$0 == 0 ? "--size LABEL" : "", $1] }
    let settings = manifest.settings.map { [setting($0, of: manifest), $0.summary] }
    var table = Table([.init("  \(manifest.name) \(manifest.version)"), .init(manifest.summary)])
    for row in sources + addresses + sizes + settings { table.add(["    " + row[0], row[1]]) }
    return ["\(PlainText.line(provider.path))"] + table.lines(width: nil) + [""]
  }

  private func setting(_ setting: Manifest.Setting, of manifest: Manifest) -> String {
    let name = "\(manifest.name).\(setting.name)"
    let option = setting.isSecret ? "--set-file \(name)=PATH" : "--set \(name)=VALUE"
    return setting.environment.map { "\(option) or \($0)" } ?? option
  }

  private func text(_ refused: RefusedModule) -> [String] {
    [PlainText.line(refused.path), "  refused: \(PlainText.line(refused.reason))", ""]
  }
}

extension JSONObject {
  fileprivate init(_ provider: LoadedProvider) {
    self.init()
    set("name", provider.manifest.name)
    set("version", provider.manifest.version)
    set("summary", provider.manifest.summary)
    set("path", provider.path)
    set("sources", provider.manifest.sources.map(\.usage))
    set("addresses", provider.manifest.addresses)
    set("sizes", provider.manifest.sizes)
    set("settings", provider.manifest.settings.map(\.name))
  }

  fileprivate init(_ refused: RefusedModule) {
    self.init()
    set("path", refused.path)
    set("refused", refused.reason)
  }
}
