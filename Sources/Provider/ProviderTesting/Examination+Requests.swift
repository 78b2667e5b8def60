import ProviderKit

extension Examination {
  mutating func checkManifest() {
    do throws(ProviderFailure) {
      _ = try provider.manifest.checked()
    } catch {
      find("manifest", error.message)
    }
    if provider.manifest != provider.manifest {
      find("manifest", "it differs from one call to the next")
    }
  }

  /// Addresses of other sites are not claimed.
  mutating func checkAddresses() {
    let strange = [
      "", " ", ":", "https://", "https:///", "not an address", "ftp://example.invalid/feed",
      "https://example.invalid/", "https://[::1/", "https://user@:0/%zz?%#",
      "https://" + String(repeating: "a/", count: 50_000), "\u{0}\u{202E}\u{FFFD}",
    ]
    for address in strange {
      switch CallResult({ try provider.selector(claiming: address) }) {
      case .value(nil), .failure: break
      case .value(let selector?):
        find("addresses", "\(shown(address)) is accepted as the selector \(shown(selector))")
      case .stray(let error): find("addresses", "\(shown(address)) throws \(error)")
      }
    }
  }

  /// A misspelt selector fails as an unknown source.
  mutating func checkSelectors() {
    for selector in ["", "\u{1}", "no-such-source", "no/such/source", "//", "?"] {
      switch CallResult({ try provider.pageRequest(for: PageQuery(selector: selector)) }) {
      case .failure(let failure) where failure.kind == .source: break
      case .failure(let failure):
        find("selectors", "\(shown(selector)) fails with \(failure.kind) instead of source")
      case .value: find("selectors", "\(shown(selector)) is accepted as a source")
      case .stray(let error): find("selectors", "\(shown(selector)) throws \(error)")
      }
    }
  }

  /// Input for a finding: cleaned and cut.
  func shown(_ text: String) -> String { "\"\(text.cleaned(to: 60))\"" }
}

extension Examination {
  mutating func checkRequests() {
    for (query, _) in pages {
      var query = query
      query.settings.merge(canaries) { _, canary in canary }
      checkRequest("page of \(query.selector)") { try $0.pageRequest(for: query) }
    }
    for (query, _) in resolutions {
      var query = query
      query.settings.merge(canaries) { _, canary in canary }
      checkRequest("look-up of \(query.selector)") {
        guard let request = try $0.resolveRequest(for: query) else {
          throw ProviderFailure(.malformed, "there is no request for it")
        }
        return request
      }
    }
    for (query, _) in sources {
      var query = query
      query.settings.merge(canaries) { _, canary in canary }
      checkRequest("listings of \(query.selector)") { try $0.sourcesRequest(for: query) }
    }
    for (query, _) in renditions {
      var query = query
      query.settings.merge(canaries) { _, canary in canary }
      checkRequest("sizes of \(query.photo.id)") { try $0.renditionsRequest(for: query) }
    }
  }

  private mutating func checkRequest(
    _ what: String, _ describe: (any PhotoProvider) throws -> RequestDescription
  ) {
    switch CallResult({ try describe(provider) }) {
    case .value(let request): checkRequest(what, request)
    case .failure(let failure): find("requests", "\(what): \(failure.message)")
    case .stray(let error): find("requests", "\(what): throws \(error)")
    }
  }

  private mutating func checkRequest(_ what: String, _ request: RequestDescription) {
    do throws(ProviderFailure) {
      _ = try request.checked(settings: provider.manifest.settings)
    } catch {
      find("requests", "\(what): \(error.message)")
    }
    let values = [request.url] + (request.parameters + request.headers).compactMap(\.value)
    for (name, canary) in canaries where values.contains(where: { $0.contains(canary) }) {
      find("requests", "\(what): contains the value of \(name); name the setting instead")
    }
  }

  /// Values for the secrets, which the host leaves out: a provider that uses a secret from the
  /// settings is found by them.
  private var canaries: [String: String] {
    provider.manifest.settings.filter(\.isSecret).reduce(into: [:]) {
      $0[$1.name] = "canary-of-\($1.name)"
    }
  }
}
