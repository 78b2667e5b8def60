import TestSupport
import Testing

@testable import Transfer

@Suite("An answer")
struct AnswerTests {
  @Test("comes with its status, headers and body")
  func whole() async throws {
    let engine = try TransferEngine()
    let server = try WireServer { _ in
      [.response("404 Not Found", ["Content-Length: 2", "X-Why: gone"], Array("no".utf8))]
    }
    let answer = try await engine.answer(to: TransferRequest(url: server.url("/rest?method=a")))
    #expect(answer.status == 404)
    #expect(answer.body == Array("no".utf8))
    #expect(answer.headers.first("x-why") == "gone")
    #expect(answer.effectiveURL == server.url("/rest?method=a"))
  }
}
