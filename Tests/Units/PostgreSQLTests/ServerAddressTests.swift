import TestSupport
import Testing

@testable import PostgreSQL

@Suite("The address of a database")
struct ServerAddressTests {
  @Test("An address with a password is refused, and the error does not show it")
  func password() throws {
    for text in [
      "postgresql://ada:secret@db.example.org/photos", "postgres://ada:se@cret@h/d",
      "postgresql://h/d?password=secret", "postgresql://h/d?user=a&sslpassword=secret&port=1",
      "postgresql://ada:secret@h:port/d", "postgresql://ada:secret@h/d?no_such=1",
      "postgresql://h/d?password=a&password=secret", "postgresql://h/d?PASSWORD=secret",
      "postgresql://h/d?pass%77ord=secret", "postgresql://h/d?sslpassword=a&x=secret",
      "postgresql://ada:secret", "postgresql://ada:secret/d", "postgresql://ada:a?b@secret@h/d?x=1",
      "postgresql://ada:a/b?c=secret@h/d",
    ] {
      let error = #expect(throws: ServerError.self) { try ServerAddress(text) }
      #expect(error?.kind == .address)
      #expect(error?.message.contains("cret") == false, "\(error?.message ?? "")")
      #expect(error?.message.contains("postgres") == true)
    }
  }

  @Test("What libpq cannot read, and what is no database's address, is refused")
  func invalid() {
    for text in [
      "", "postgresql", "sqlite:photos", "postgresql://h/d?x=1", "postgresql://[::1/d",
    ] {
      #expect(throws: ServerError.self, "\(text)") { try ServerAddress(text) }
    }
    #expect(throws: ServerError.self) {
      try ServerAddress("postgresql://" + String(repeating: "a", count: 5000))
    }
  }

  @Test("The parts of an address are libpq's parameters")
  func parameters() throws {
    let address = try ServerAddress("postgresql://ada@db:5433/photos?sslmode=require")
    #expect(
      address.parameters == [
        "user": "ada", "host": "db", "port": "5433", "dbname": "photos", "sslmode": "require",
      ])
    let socket = try ServerAddress("postgresql:///photos?host=/run/postgresql")
    #expect(socket.parameters == ["dbname": "photos", "host": "/run/postgresql"])
  }

  @Test(
    "Sockets and the loopback are local, other hosts are not",
    arguments: [
      (nil, true), ("/run/postgresql", true), ("@abstract", true), ("localhost", true),
      ("127.0.0.1", true), ("::1", true), ("localhost,127.0.0.2", true), ("db", false),
      ("127.0.0.1.example.org", false), ("localhost,db", false), ("10.0.0.1", false),
    ] as [(String?, Bool)])
  func local(_ host: String?, isLocal: Bool) {
    #expect(ServerAddress.isLocal(host: host, address: nil) == isLocal)
    #expect(ServerAddress.isLocal(host: "localhost", address: host) == isLocal)
  }

  @Test("SQLite's parameters become PostgreSQL's, except in quoted text")
  func parameterNumbers() {
    let cases = [
      ("a = ? AND b = ?", "a = $1 AND b = $2"),
      ("a = ?2 OR b = ?1 OR c = ?12", "a = $2 OR b = $1 OR c = $12"),
      ("a = 'what?' AND b = ?", "a = 'what?' AND b = $1"),
    ]
    for (given, expected) in cases { #expect(ServerSession.numbered(given) == expected) }
  }

  @Test("A server that is not there is an error of the connection that names it")
  func absent() throws {
    let address = try ServerAddress("postgresql://ada@/photos?host=/no/such/folder")
    let error = #expect(throws: ServerError.self) { try ServerSession(address) }
    #expect(error?.kind == .connection)
    #expect(error?.message.contains("/no/such/folder") == true)
  }

  @Test("A server without advisory locks is refused")
  func cockroach() throws {
    let server = try WireServer { _ in
      [
        .send(
          Self.message("R", [0, 0, 0, 0]) + Self.message("S", "server_encoding\0UTF8\0".utf8)
            + Self.message("S", "crdb_version\0CockroachDB CCL v23.1.0\0".utf8)
            + Self.message("Z", [UInt8(ascii: "I")]))
      ]
    }
    // The server answers after an empty line, which libpq sends in the name of the application.
    let address = try ServerAddress(
      "postgresql://ada@127.0.0.1:\(server.port)/photos?sslmode=disable&application_name=%0D%0A%0D%0A"
    )
    let error = #expect(throws: ServerError.self) { try ServerSession(address) }
    #expect(error?.message.contains("the server is CockroachDB") == true)
  }

  @Test("An address without a password is shown as it is, and of others all but the password")
  func shown() {
    for text in [
      "postgresql://ada@db:5433/photos?sslmode=require", "postgresql:///d?passfile=/p", "",
    ] {
      #expect(ServerAddress.redacted(text) == text)
    }
    #expect(ServerAddress.redacted("postgresql://a:b@h/d") == "postgresql://a:[hidden]@h/d")
    #expect(ServerAddress.redacted("postgresql://h/d?a=b&%70=c") == "postgresql://h/d?[hidden]")
    #expect(
      ServerAddress.redacted("postgresql://h:1/d?a=b", isInvalid: true)
        == "postgresql://h:1/d?[hidden]")
  }

  /// A server that accepts the connection, and takes these steps at the first statement, which has an empty line.
  private func server(answering steps: [WireServer.Step]) throws -> (WireServer, ServerAddress) {
    let server = try WireServer { request in
      guard !request.method.contains("SELECT") else { return steps }
      return [
        .send(
          Self.message("R", [0, 0, 0, 0]) + Self.message("S", "server_encoding\0UTF8\0".utf8)
            + Self.message("Z", [UInt8(ascii: "I")]))
      ]
    }
    return (
      server,
      try ServerAddress(
        "postgresql://ada@127.0.0.1:\(server.port)/photos?sslmode=disable&application_name=%0D%0A%0D%0A"
      )
    )
  }
  private static let statement = "SELECT 1 --\r\n\r\n"

  @Test("A server that answers a statement with a copy is an error", arguments: ["G", "H", "W"])
  func copy(type: String) throws {
    let scalar = try #require(type.unicodeScalars.first)
    let (server, address) = try server(answering: [.send(Self.message(scalar, [0, 0, 0]))])
    let session = try ServerSession(address)
    let error = #expect(throws: ServerError.self) { try session.execute(Self.statement) }
    #expect(
      error?.message.contains("a copy that nothing asked for") == true, "\(error?.message ?? "")")
    withExtendedLifetime(server) {}
  }

  @Test("A server that does not answer a statement is reported while it is waited for")
  func silent() throws {
    let isReported = Latch()
    let (server, address) = try server(answering: [.hold(isReported), .close])
    let session = try ServerSession(address)
    session.silence = 1
    var reports: [String] = []
    session.whenWaiting = { report in
      reports.append(report)
      isReported.open()
    }
    #expect(throws: ServerError.self) { try session.execute(Self.statement) }
    #expect(reports.first?.contains("no answer for") == true, "\(reports)")
    withExtendedLifetime(server) {}
  }

  /// A message of PostgreSQL's protocol: its type, its length without the type, its content.
  private static func message(_ type: Unicode.Scalar, _ content: some Sequence<UInt8>) -> [UInt8] {
    let content = Array(content)
    return [UInt8(ascii: type), 0, 0, 0, UInt8(content.count + 4)] + content
  }
}
