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

  /// Addresses of other sites are none of the provider's, however they look.
  mutating func checkAddresses() {
    let strange = [
      "", " ", ":", "https://", "https:///", "not an address", "ftp://example.invalid/feed",
      "https://example.invalid/", "https://[::1/", "https://user@:0/%zz?%#",
      "https://" + String(repeating: "a/", count: 50_000), "\u{0}\u{202E}\u{FFFD}",
    ]
    for address in strange {
      switch Outcome({ try provider.selector(claiming: address) }) {
      case .value(nil), .failure: break
      case .value(let selector?):
        find("addresses", "\(shown(address)) is claimed as \(shown(selector))")
      case .stray(let error): find("addresses", "\(shown(address)) throws \(error)")
      }
    }
  }

  /// What a person misspells is told to be a source that is not there.
  mutating func checkSelectors() {
    for selector in ["", "\u{1}", "no-such-source", "no/such/source", "//", "?"] {
      switch Outcome({ try provider.pageRequest(for: PageQuery(selector: selector)) }) {
      case .failure(let failure) where failure.kind == .source: break
      case .failure(let failure):
        find("selectors", "\(shown(selector)) fails as \(failure.kind) instead of source")
      case .value: find("selectors", "\(shown(selector)) is taken for a source")
      case .stray(let error): find("selectors", "\(shown(selector)) throws \(error)")
      }
    }
  }

  /// Input as it may stand in a finding.
  func shown(_ text: String) -> String { "\"\(text.cleaned(to: 60))\"" }
}
