import TestSupport
import Testing

@testable import Transfer

@Suite("A host in a private network")
struct PrivateHostsTests {
  func failureOf(_ url: String, named: Set<String>) async throws -> TransferError? {
    var configuration = TransferConfiguration()
    configuration.privateHosts = named
    let engine = try TransferEngine(configuration)
    return await failure { try await engine.answer(to: TransferRequest(url: url)) }
  }

  @Test("A host in a private network is connected to only if the user named it")
  func named() async throws {
    let server = try WireServer { _ in [.ok([])] }
    #expect(try await failureOf(server.url(), named: ["127.0.0.1"]) == nil)
    let error = try await failureOf(server.url(), named: ["localhost"])
    #expect(error?.kind == .privateAddress && error?.isTransient == false)
    #expect(error?.message.contains("127.0.0.1 is refused: no source") == true)
    #expect(server.requests.count == 1)
  }

  @Test("A private address is refused behind a host name")
  func name() async throws {
    let server = try WireServer { _ in [.ok([])] }
    let error = try await failureOf("http://localhost:\(server.port)/", named: [])
    #expect(error?.kind == .privateAddress)
    #expect(server.connectionCount == 0)
  }

  @Test(
    "A private address is refused in every notation",
    arguments: [
      "127.1", "2130706433", "0x7f.1", "017700000001", "0", "0.0.0.0", "%31%32%37.0.0.1",
      "localhost.",
      "a.example@127.0.0.1", "a.example:80@127.0.0.1", "[::ffff:127.0.0.1]", "[::127.0.0.1]",
      "[::1]",
      "[::]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "１２７.0.0.1", "127。0。0。1",
    ])
  func spelling(host: String) async throws {
    let server = try WireServer { _ in [.ok([])] }
    let error = try await failureOf("http://\(host):\(server.port)/", named: ["a.example"])
    #expect(error != nil && server.connectionCount == 0)
  }

  @Test("A private host is permitted by its address in any notation")
  func names() {
    let addresses = [
      "http://[::1]:80/x", "https://ada@Example.ORG./", "http://127.1/", "recent", "",
    ]
    #expect(
      TransferConfiguration.hosts(of: addresses) == ["[::1]", "example.org.", "127.0.0.1"])
  }

  @Test("A host that answered from a public address loses its permission")
  func rebinding() throws {
    let inside = try #require(NetworkAddress("192.168.1.5"))
    let outside = try #require(NetworkAddress("2606:4700::1111"))
    let hosts = PrivateHosts(["a.example", "b.example"])
    hosts.note(answerOf: "a.example", from: outside)
    hosts.note(answerOf: "b.example", from: inside)
    #expect(!hosts.permit(inside, for: "a.example") && hosts.permit(outside, for: "a.example"))
    #expect(hosts.permit(inside, for: "b.example") && !hosts.permit(inside, for: "c.example"))
    let all = PrivateHosts(nil)
    all.note(answerOf: "a.example", from: outside)
    #expect(all.permit(inside, for: "a.example"))
  }

  @Test("A private address is refused after a redirect")
  func redirect() async throws {
    let inside = try WireServer { _ in [.ok([])] }
    let port = inside.port
    let server = try WireServer { _ in
      [.response("302 Found", ["Location: http://localhost:\(port)/", "Content-Length: 0"])]
    }
    let error = try await failureOf(server.url(), named: ["127.0.0.1"])
    #expect(error?.kind == .privateAddress)
    #expect(inside.connectionCount == 0)
  }
}
