import ProviderKit

extension Examination {
  mutating func checkRequests() {
    for (query, _) in pages {
      var query = query
      query.settings.merge(canaries) { _, canary in canary }
      checkRequest("page of \(query.selector)") { try $0.pageRequest(for: query) }
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
    switch Outcome({ try describe(provider) }) {
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
      find("requests", "\(what): holds the value of \(name); name the setting instead")
    }
  }

  /// The host leaves secrets out of the settings; a provider that looks for one there takes these.
  private var canaries: [String: String] {
    provider.manifest.settings.filter(\.isSecret).reduce(into: [:]) {
      $0[$1.name] = "canary-of-\($1.name)"
    }
  }
}
