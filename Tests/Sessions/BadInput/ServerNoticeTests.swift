import Foundation
import TestSupport
import Testing

@Suite("Bad input: the server of a catalog")
struct ServerNoticeTests {
  /// A message of PostgreSQL's protocol: its type, its length without the type, its content.
  private static func message(_ type: Unicode.Scalar, _ content: some Sequence<UInt8>) -> [UInt8] {
    let content = Array(content)
    return [UInt8(ascii: type), 0, 0, 0, UInt8(content.count + 4)] + content
  }

  @Test("A notice of a database's server does not reach the terminal")
  func notice() async throws {
    let server = try WireServer { _ in
      [
        .send(
          Self.message("R", [0, 0, 0, 0])
            + Self.message("N", "SNOTICE\0M\u{1B}[31m\u{1B}]0;pwn\u{7}\0\0".utf8)
            + Self.message("E", "SFATAL\0C28000\0Mno\u{1B}[31m\0\0".utf8)), .close,
      ]
    }
    let session = try await Session("--photos", "1")
    // The server answers after an empty line, which libpq sends in the name of the application.
    let run = try await session.run(
      "status --catalog postgresql://ada@127.0.0.1:\(server.port)/photos?sslmode=disable&application_name=%0D%0A%0D%0A photos"
    )
    #expect(run.exitCode == 4)
    #expect(run.errors.contains("FATAL:  no"), "\(run.errors)")
    #expect(!run.errors.contains("pwn") && !run.errors.utf8.contains(0x1B), "\(run.errors)")
  }
}
