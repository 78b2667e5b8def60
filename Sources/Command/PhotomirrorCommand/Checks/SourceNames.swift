import Configuration
import ProviderKit
import ProviderLoader
import URLLists

/// Checks whether sources name a provider and a feed of it, without a call to a site.
struct SourceNames {
  let providers: [LoadedProvider]

  /// - Returns: Nil if a provider accepts the source, as far as is known without settings.
  func problem(of source: SourceAddress) -> UsageError? {
    do throws(UsageError) {
      switch source {
      case .feed(URLListProvider.name, _, _): _ = try ListAddress(source)
      case .feed(let name, let selector, let parameters):
        guard let provider = providers.first(where: { $0.manifest.name == name }) else {
          throw UsageError(
            "there is no provider '\(name)'",
            hints: SourceAdvice.hints(
              forProvider: name, of: source, among: providers.map(\.manifest.name)))
        }
        try check(selector, parameters, of: provider, as: source.canonical)
      case .web(let url): try check(url)
      }
      return nil
    } catch {
      return error
    }
  }

  private func check(
    _ selector: String, _ parameters: [String: String], of provider: LoadedProvider,
    as name: String
  ) throws(UsageError) {
    let manifest = provider.manifest
    let plain = manifest.settings.compactMap { setting in
      setting.defaultValue.map { (setting.name, $0) }
    }
    let query = PageQuery(
      selector: selector, parameters: parameters,
      settings: Dictionary(plain) { $1 },
      secrets: Set(manifest.settings.filter(\.isSecret).map(\.name)))
    do {
      guard try provider.resolveRequest(for: query) == nil else { return }
      _ = try provider.pageRequest(for: query)
    } catch let failure as ProviderFailure where failure.kind == .source {
      throw UsageError(
        SourceAdvice.text(failure.message, about: name),
        hints: SourceAdvice.hints(forSelector: selector, of: manifest, failure.hint))
    } catch {
      // A setting is missing, or the provider itself fails: a run says so.
    }
  }

  private func check(_ url: String) throws(UsageError) {
    for provider in providers {
      do {
        if try provider.selector(claiming: url) != nil { return }
      } catch {
        // It knows the address, and says in a run what is wrong with it.
        return
      }
    }
    throw UsageError(
      "no provider accepts the address \(url)",
      hints: SourceAdvice.hints(forAddress: url, among: providers.map(\.manifest)))
  }
}
