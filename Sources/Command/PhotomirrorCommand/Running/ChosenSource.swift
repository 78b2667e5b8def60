import Configuration
import Console
import Foundation
import MirrorCore
import Mirroring
import ProviderKit
import ProviderLoader
import URLLists

/// The source of a command line, with its provider and settings.
struct ChosenSource {
  let provider: any PhotoProvider
  /// The file of the provider; nil if it is the program's own.
  private let path: String?
  /// The file that the provider lists, if it lists one.
  private let listFile: String?
  let query: PageQuery
  let secrets: [String: String]
  /// Where each setting's value comes from; see ``SettingValues/origins``.
  let origins: [String: String]
  /// The canonical name: the catalog's key.
  let name: String

  /// Opens the modules, and writes warnings about settings to standard error.
  /// - Throws: ``CommandFailure`` (exit status 5) if no module provides it or a directory of the provider
  ///   path cannot be searched, ``UsageError``.
  init(
    _ address: SourceAddress, _ options: ProviderOptions, environment: [String: String]
  ) throws {
    let feed: SourceAddress
    if let list = try ListAddress(address) {
      (provider, path, listFile, feed) = (URLListProvider(), nil, list.path, list.address)
    } else {
      let loaded: LoadedProvider
      (loaded, feed) = try Self.load(address, options.path, environment)
      (provider, path, listFile) = (loaded, loaded.path, nil)
      Confinement.modules?.letListersRead(
        options.listerReads.map {
          HomePath(home: environment["HOME"]).absolute($0) ?? URL(filePath: $0).path
        })
    }
    let values = try SettingValues(
      of: provider.manifest, options: options, environment: environment,
      source: String(feed.canonical.drop { $0 != ":" }.dropFirst()),
      signIn: provider.manifest.signIn == nil
        ? nil : SignInFile(of: provider.manifest.name, environment: environment)?.read())
    for warning in values.warnings { Message(.warning, warning).write() }
    guard case .feed(_, let selector, let parameters) = feed else {
      throw CommandFailure(
        .providerRefused, "\(path ?? "") returned a web address for a web address")
    }
    query = PageQuery(
      selector: selector, parameters: parameters, settings: values.plain,
      secrets: Set(values.secret.keys))
    (secrets, origins) = (values.secret, values.origins)
    name = feed.canonical
    try checkSelector()
  }

  /// - Throws: ``UsageError`` if the site wants to know who runs the command, or allows fewer calls than the options.
  func configuration(
    _ options: MirrorOptions, mirror: Mirror = .none
  ) throws(UsageError) -> MirrorConfiguration {
    guard options.contact != nil || !provider.manifest.needsContact else {
      throw UsageError(
        "\(provider.manifest.name) refuses programs that do not say who runs them",
        hints: ["give --contact with a mail address or a web page"])
    }
    var configuration = MirrorConfiguration(
      provider: provider, query: query, secrets: secrets, source: name, mirror: mirror)
    configuration.options = options
    configuration.listFile = listFile
    if let limit = configuration.exceededLimit {
      throw UsageError(
        "--calls-per-hour \(options.maximumCalls ?? 0) is above the limit of "
          + "\(provider.manifest.name), \(limit.text)",
        hints: ["leave it out, or give a lower number to share the limit with other programs"])
    }
    return configuration
  }

  /// - Throws: ``UsageError`` if only the user may name the source, and not a catalog: one that reads a file of this
  ///   machine, or that starts a program with the network.
  func checkForCatalog(in directory: String) throws(UsageError) {
    guard listFile != nil || (provider as? LoadedProvider)?.lister != nil else { return }
    throw UsageError(
      "the catalog names this source, which is run only if you name it",
      hints: ["run 'photomirror sync \(name) \(directory)'"])
  }

  /// The first call to the site.
  var firstRequest: RequestDescription {
    get throws { try provider.resolveRequest(for: query) ?? provider.pageRequest(for: query) }
  }

  private static func load(
    _ address: SourceAddress, _ providerPath: [String], _ environment: [String: String]
  ) throws -> (LoadedProvider, SourceAddress) {
    let loader = ProviderLoader(providerPath: providerPath, environment: environment)
    let found = found(address, loader)
    try checkSearched(providerPath, found)
    return try choose(address, among: found, providerPath)
  }

  /// Starts the programs of other providers only if their names are to be shown.
  private static func found(
    _ address: SourceAddress, _ loader: ProviderLoader
  ) -> ProviderLoader.Found {
    guard case .feed(let name, _, _) = address else { return loader.load() }
    let found = loader.load(name)
    return found.providers.contains { $0.manifest.name == name } ? found : loader.load()
  }

  private static func choose(
    _ address: SourceAddress, among found: ProviderLoader.Found, _ providerPath: [String]
  ) throws -> (LoadedProvider, SourceAddress) {
    switch address {
    case .feed(let name, _, _):
      guard let provider = found.providers.first(where: { $0.manifest.name == name }) else {
        throw missing(address, name, found, providerPath)
      }
      return (provider, address)
    case .web(let url):
      var refusal: ProviderFailure?
      for provider in found.providers {
        do {
          guard let selector = try provider.selector(claiming: url) else { continue }
          return (provider, try SourceAddress("\(provider.manifest.name):\(selector)"))
        } catch let failure as ProviderFailure {
          // Another provider may accept the address; one that breaks the contract is skipped.
          if failure.kind == .source { refusal = refusal ?? failure }
        }
      }
      if let refusal {
        throw UsageError(refusal.message, hints: refusal.hint.map { [$0] } ?? [])
      }
      throw failure(
        "no provider accepts the address \(url)", found, providerPath,
        hints: SourceAdvice.hints(forAddress: url, among: found.providers.map(\.manifest)))
    }
  }

  /// If a directory was missing, a module of another directory would be used.
  private static func checkSearched(
    _ providerPath: [String], _ found: ProviderLoader.Found
  ) throws {
    let asked = ProviderLoader.standardSearchPath(
      options: providerPath, environment: [:], executable: "")
    guard let place = found.refused.first(where: { asked.contains($0.path) }) else { return }
    throw CommandFailure(.providerRefused, "--provider-path: \(place.path) \(place.reason)")
  }

  private static func missing(
    _ address: SourceAddress, _ name: String, _ found: ProviderLoader.Found,
    _ providerPath: [String]
  ) -> CommandFailure {
    failure(
      "there is no provider '\(name)'", found, providerPath,
      hints: name == SourceAdvice.galleryName && found.needOfGallery != nil
        ? []
        : SourceAdvice.hints(
          forProvider: name, of: address, among: found.providers.map(\.manifest.name)))
  }

  private static func failure(
    _ text: String, _ found: ProviderLoader.Found, _ providerPath: [String], hints known: [String]
  ) -> CommandFailure {
    let names = found.providers.map(\.manifest.name)
    let refused = found.refused.map { "refused: \($0.path) \($0.reason)" }
    let searched =
      providerPath.isEmpty
      ? []
      : [
        "in \(providerPath.joined(separator: ", ")), only files named lib…Provider.so and "
          + "photomirror-provider-… are considered"
      ]
    return CommandFailure(
      .providerRefused, text,
      hints: (names.isEmpty ? ["no provider was found"] : known) + refused + searched
        + ["see 'photomirror providers'"])
  }

  /// An unknown feed is a usage error, an invalid request is the provider's; both are found before anything
  /// is touched.
  private func checkSelector() throws {
    do {
      guard try provider.resolveRequest(for: query) == nil else { return }
      _ = try provider.pageRequest(for: query)
    } catch let failure as ProviderFailure {
      guard [.source, .setting].contains(failure.kind) else {
        throw CommandFailure(
          .providerRefused, SourceAdvice.text(failure.message, about: name),
          hints: path.map { ["report this to the author of \($0)"] } ?? [])
      }
      throw UsageError(
        SourceAdvice.text(failure.message, about: name),
        hints: failure.kind == .source
          ? SourceAdvice.hints(
            forSelector: query.selector, of: provider.manifest, failure.hint)
          : [failure.hint].compactMap(\.self))
    }
  }
}

extension ProviderLoader {
  /// The loader of this command, after ``Confinement/begin(for:)``. It finds nothing for a command without processes
  /// for modules: without them, a module would run in this process, with all its rights.
  init(providerPath: [String], environment: [String: String]) {
    // From the kernel (proc(5)): the shell's name may be relative or false.
    let executable = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let processes = Confinement.modules
    let path = Self.standardSearchPath(
      options: providerPath, environment: environment, executable: executable ?? "")
    self.init(
      searchPath: processes == nil ? [] : path, processes: processes,
      shipped: ShippedProviders(in: Self.standardFolders(executable: executable ?? "")))
  }
}
