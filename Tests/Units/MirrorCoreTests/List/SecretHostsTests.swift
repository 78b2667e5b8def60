import MirrorTesting
import Operations
import ProviderKit
import Testing

@testable import MirrorCore

@Suite("The hosts of secrets")
struct SecretHostsTests {
  @Test(
    "An address has an origin of scheme, host and port",
    arguments: [
      ("https://A.example/x", "https://a.example"), ("https://a.example:443", "https://a.example"),
      ("HTTP://a.example:8080/?x", "http://a.example:8080"), ("http://[::1]/", "http://[::1]"),
      ("http://[::1]:80/", "http://[::1]"), ("https://a.example#b", "https://a.example"),
    ])
  func origin(address: String, text: String) {
    #expect(WebOrigin(address)?.text == text)
  }

  @Test(
    "An address that parsers could read differently has no origin",
    arguments: [
      "https://a.example@b.example/", #"https://a.example\@b.example/"#, "https://a%2eexample/",
      "https:///x", "ftp://a.example/", "a.example", "https://a .example/", "",
    ])
  func noOrigin(address: String) {
    #expect(WebOrigin(address) == nil)
  }

  @Test("A secret is sent to the origin of the first request only, if the manifest names no host")
  func first() async throws {
    let site = try await Secretive().list(["https://a.example/1", "https://a.example:443/2"])
    #expect(site.addresses == ["https://a.example/1?key=k", "https://a.example:443/2?key=k"])
    for other in ["https://b.example/", "http://a.example/", "https://a.example:8443/"] {
      let refused = try await Secretive().list(["https://a.example/1", other])
      #expect(refused.addresses == ["https://a.example/1?key=k"])
      let host = other.dropLast()
      #expect(
        refused.failure
          == "the secret setting \"key\" is not sent to \(host), only to https://a.example")
    }
  }

  @Test("A listing that resumes at a cursor of an earlier run compares with its first page")
  func resumed() async throws {
    let refused = try await Secretive().list(
      ["https://a.example/1", "https://b.example/"], from: 1)
    #expect(refused.addresses.isEmpty)
    #expect(
      refused.failure
        == "the secret setting \"key\" is not sent to https://b.example, only to https://a.example")
  }

  @Test("A secret is sent to the hosts that the manifest names, and to no other")
  func named() async throws {
    let hosts = ["b.example", "http://c.example:8080"]
    for (url, isSent) in [
      ("https://b.example/", true), ("http://c.example:8080/", true), ("http://b.example/", false),
      ("https://a.example/", false),
    ] {
      let outcome = try await Secretive(hosts: hosts).list([url])
      #expect((outcome.failure == nil) == isSent && outcome.addresses.isEmpty != isSent)
    }
  }

  @Test("A secret in a header or an authorization is bound like one in the query")
  func places() async throws {
    for place in [Secretive.Place.header, .authorization] {
      let refused = try await Secretive(place: place).list([
        "https://a.example/", "https://b.example/",
      ])
      #expect(refused.addresses == ["https://a.example/"])
      #expect(refused.failure?.contains("is not sent to https://b.example") == true)
    }
  }

  @Test("A setting without a value, or that is not secret, is bound to no host")
  func others() async throws {
    var provider = Secretive()
    provider.value = ""
    #expect(try await provider.list(["https://a.example/", "https://b.example/"]).failure == nil)
    provider = Secretive(isSecret: false)
    #expect(try await provider.list(["https://a.example/", "https://b.example/"]).failure == nil)
  }
}

/// A provider that asks for one address after another, each with the setting `key`.
private struct Secretive {
  enum Place { case query, header, authorization }

  var hosts: [String] = []
  var place = Place.query
  var isSecret = true
  var value = "k"

  /// Reads pages until one fails or the addresses end.
  func list(
    _ urls: [String], from start: Int = 0
  ) async throws -> (addresses: [String], failure: String?) {
    let network = MemoryNetwork(MemoryWorkspace()) { (_) throws(FetchError) in [] }
    let announcer = Announcer(nil)
    let client = SiteClient(
      provider: Channel(settings: self, urls: urls), query: PageQuery(selector: "x"),
      secrets: isSecret ? ["key": value] : [:], network: network,
      retry: .network(attempts: 1, retriesOutages: false), announcer: announcer)
    var failure: String?
    do {
      for index in start..<urls.count {
        _ = try await client.page(at: ListingPlace(cursor: index == 0 ? nil : "\(index)"))
      }
    } catch {
      failure = (error as? ProviderFailure ?? error.providerFailure)?.message
    }
    await announcer.close()
    return (network.addresses, failure)
  }

  private struct Channel: DirectProvider {
    let settings: Secretive
    let urls: [String]

    var manifest: Manifest {
      Manifest(
        name: "site", version: "1", summary: "", sources: [.init(usage: "x", summary: "")],
        settings: [
          .init(name: "key", summary: "", isSecret: settings.isSecret, hosts: settings.hosts)
        ])
    }

    func pageRequest(for query: PageQuery) throws -> RequestDescription {
      var request = RequestDescription(url: urls[query.cursor.flatMap { Int($0) } ?? 0])
      switch settings.place {
      case .query: request.parameters = [.init("key", setting: "key")]
      case .header: request.headers = [.init("X-Key", setting: "key")]
      case .authorization: request.authorization = Authorization(.bearer, token: "key")
      }
      return request
    }

    func page(from: Answer, for query: PageQuery) throws -> Page {
      Page(photos: [])
    }
  }
}
