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

  @Test("is spoken to only if the user named it")
  func named() async throws {
    let server = try WireServer { _ in [.ok([])] }
    #expect(try await failureOf(server.url(), named: ["127.0.0.1"]) == nil)
    let error = try await failureOf(server.url(), named: ["localhost"])
    #expect(error?.kind == .refused && error?.isTransient == false)
    #expect(error?.message.contains("127.0.0.1 is refused: neither the source nor") == true)
    #expect(server.requests.count == 1)
  }

  @Test("is not reached through a name that leads to it")
  func name() async throws {
    let server = try WireServer { _ in [.ok([])] }
    let error = try await failureOf("http://localhost:\(server.port)/", named: [])
    #expect(error?.kind == .refused)
    #expect(server.connectionCount == 0)
  }

  @Test("is not reached through a redirect")
  func redirect() async throws {
    let inside = try WireServer { _ in [.ok([])] }
    let port = inside.port
    let server = try WireServer { _ in
      [.response("302 Found", ["Location: http://localhost:\(port)/", "Content-Length: 0"])]
    }
    let error = try await failureOf(server.url(), named: ["127.0.0.1"])
    #expect(error?.kind == .refused)
    #expect(inside.connectionCount == 0)
  }
}
