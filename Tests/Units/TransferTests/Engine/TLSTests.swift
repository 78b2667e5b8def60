import Testing

@testable import Transfer

@Suite("A server's certificate")
struct TLSTests {
  func ask(_ server: TLSServer, trusting file: String?) async throws -> TransferError? {
    var configuration = TransferConfiguration()
    configuration.authorityFile = file
    let engine = try TransferEngine(configuration)
    let url = "https://127.0.0.1:\(server.port)/"
    return await failure {
      let answer = try await engine.answer(to: TransferRequest(url: url))
      #expect(answer.status == 200)
    }
  }

  @Test("A certificate is trusted only if its authority is the system's or the named one")
  func authority() async throws {
    let server = try await TLSServer.start(name: "IP:127.0.0.1")
    #expect(try await ask(server, trusting: server.certificate) == nil)
    let error = try await ask(server, trusting: nil)
    #expect(error?.kind == .tls && error?.isTransient == false)
  }

  @Test("A certificate for another host name is refused")
  func otherName() async throws {
    let server = try await TLSServer.start(name: "DNS:example.org")
    let error = try await ask(server, trusting: server.certificate)
    #expect(error?.kind == .tls)
  }

  @Test("A missing authority file fails the transfer")
  func noFile() async throws {
    let server = try await TLSServer.start(name: "IP:127.0.0.1")
    let error = try await ask(server, trusting: "/no/such/file.pem")
    #expect(error?.kind == .tls)
    #expect(error?.message.contains("/no/such/file.pem") == true)
  }
}
