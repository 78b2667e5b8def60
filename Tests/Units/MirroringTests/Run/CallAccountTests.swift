import Catalog
import MirrorCore
import ProviderKit
import Testing

@testable import Mirroring

@Suite("The account to which a site counts calls")
struct CallAccountTests {
  /// A site whose listing is requested at the address in a setting.
  private struct Site: PhotoProvider {
    let manifest = Manifest(
      name: "site", version: "1", summary: "a site",
      sources: [Manifest.Source(usage: "recent", summary: "all")])

    func pageRequest(for query: PageQuery) throws -> RequestDescription {
      guard let url = query.settings["endpoint"] else { throw ProviderFailure(.setting, "none") }
      return RequestDescription(url: url)
    }

    func page(from answer: Answer, for query: PageQuery) throws -> Page { Page(photos: []) }
  }

  private func account(
    _ source: String = "recent", at url: String? = "https://api.site.example/rest",
    secrets: [String: String] = ["key": "0123456789abcdef0123456789abcdef"]
  ) -> CallAccount {
    CallAccount(
      MirrorConfiguration(
        provider: Site(),
        query: PageQuery(
          selector: source, parameters: [:], settings: url.map { ["endpoint": $0] } ?? [:]),
        secrets: secrets, source: "site:\(source)"))
  }

  @Test("Calls count to one account for every source, path and port of a host")
  func same() {
    #expect(account("user/1") == account("recent"))
    #expect(account(at: "http://API.site.example:8080/other") == account())
    #expect(account().host == "api.site.example")
  }

  @Test("Calls count to another account for another host, and for another key")
  func others() {
    #expect(account(at: "https://site.example/rest") != account())
    #expect(account(secrets: ["key": "f123456789abcdef0123456789abcdef"]) != account())
    #expect(account(secrets: [:]) != account())
    #expect(account(secrets: [:]).keyDigest.isEmpty)
  }

  @Test("An account's name reveals 16 bits of the key and no more")
  func short() {
    // printf %s 0123456789abcdef0123456789abcdef | sha256sum
    #expect(account().keyDigest == "3eb1")
  }

  @Test("An account has no host if the provider cannot name a request")
  func failing() {
    #expect(account(at: nil).host.isEmpty)
  }
}
