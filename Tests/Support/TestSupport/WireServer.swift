import CGlibc
import Foundation
import Locking

/// A loopback server that sends exactly the bytes of a script, valid or not: for each request, the
/// script determines the bytes and when the connection ends.
///
/// One thread accepts, and each connection has its own; all of them end with the value.
package final class WireServer: Sendable {
  /// A step of the script; after the last step the connection waits for its next request.
  package enum Step: Sendable {
    /// Sends exactly these bytes.
    case send([UInt8])
    /// Closes the connection in order.
    case close
    /// Resets the connection (RST), which discards bytes in transit.
    case reset
    /// Opens the gate: the test may continue.
    case open(Latch)
    /// Waits until the test opens the gate.
    case hold(Latch)
    /// Waits until the client closes the connection.
    case untilClosed
    /// Waits for this many milliseconds, as latency of a remote server.
    case late(Int32)
    /// Calls a closure on the connection's thread.
    case call(@Sendable () -> Void)
  }

  /// A received request.
  package struct Request: Sendable {
    package let method: String
    /// The path and query, as in the request line.
    package let target: String
    /// Names in lower case.
    package let headers: [String: String]
    /// As long as Content-Length says.
    package fileprivate(set) var body: [UInt8] = []
  }

  /// The steps for a request. Called on the connection's thread.
  package typealias Script = @Sendable (Request) -> [Step]

  private struct State {
    var requests: [Request] = []
    var connections: Set<Int32> = []
    var connectionCount = 0
  }

  /// The port that the system chose.
  package let port: UInt16
  private let listener: Int32
  private let state: Locked<State>

  /// Listens on 127.0.0.1 from now on.
  package init(_ script: @escaping Script) throws {
    let (listener, port) = try Self.listen()
    let state = Locked(State())
    (self.listener, self.port, self.state) = (listener, port, state)
    Thread.detachNewThread {
      Self.accept(on: listener) { connection in
        state.withLock {
          _ = $0.connections.insert(connection)
          $0.connectionCount += 1
        }
        Thread.detachNewThread { Self.serve(connection, state, script) }
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    state.withLock { for connection in $0.connections { shutdown(connection, Int32(SHUT_RDWR)) } }
  }

  /// The requests so far, in order.
  package var requests: [Request] { state.withLock { $0.requests } }

  /// Number of connections so far.
  package var connectionCount: Int { state.withLock { $0.connectionCount } }

  /// The address of a path and query at this server.
  package func url(_ target: String = "/") -> String { "http://127.0.0.1:\(port)\(target)" }
}

extension WireServer.Step {
  /// Sends the text's bytes.
  package static func send(_ text: String) -> Self { .send(Array(text.utf8)) }

  /// A response with exactly these headers.
  package static func response(_ status: String, _ headers: [String] = [], _ body: [UInt8] = [])
    -> Self
  {
    let head = (["HTTP/1.1 \(status)"] + headers).map { $0 + "\r\n" }.joined() + "\r\n"
    return .send(Array(head.utf8) + body)
  }

  /// 200 with a Content-Length.
  package static func ok(_ body: [UInt8], _ headers: [String] = []) -> Self {
    .response("200 OK", ["Content-Length: \(body.count)"] + headers, body)
  }
}

/// The sockets.
extension WireServer {
  private static func listen() throws -> (Int32, UInt16) {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutableBytes(of: &address) { bytes in
      let pointer = bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self)
      return bind(listener, pointer, length) == 0 && Foundation.listen(listener, 512) == 0
        && getsockname(listener, pointer, &length) == 0
    }
    guard code else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    return (listener, UInt16(bigEndian: address.sin_port))
  }

  private static func accept(on listener: Int32, _ body: (Int32) -> Void) {
    while true {
      // Another program that a test starts must not keep the connection open.
      let connection = accept4(listener, nil, nil, Int32(SOCK_CLOEXEC.rawValue))
      if connection < 0, errno == EINTR || errno == ECONNABORTED { continue }
      guard connection >= 0 else { break }
      var on: Int32 = 1
      setsockopt(
        connection, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
      body(connection)
    }
    close(listener)
  }

  private static func serve(_ connection: Int32, _ state: Locked<State>, _ script: Script) {
    var rest: [UInt8] = []
    while let request = readRequest(from: connection, &rest) {
      state.withLock { $0.requests.append(request) }
      guard script(request).allSatisfy({ perform($0, on: connection) }) else { break }
    }
    state.withLock { _ = $0.connections.remove(connection) }
    close(connection)
  }

  /// False when the connection is over.
  private static func perform(_ step: Step, on connection: Int32) -> Bool {
    switch step {
    case .send(let bytes): return send(bytes, to: connection)
    case .close: return false
    case .reset:
      var linger = linger(l_onoff: 1, l_linger: 0)
      setsockopt(
        connection, SOL_SOCKET, SO_LINGER, &linger,
        socklen_t(MemoryLayout.size(ofValue: linger)))
      return false
    case .open(let gate): gate.open()
    case .hold(let gate): gate.block()
    case .late(let milliseconds): poll(nil, 0, milliseconds)
    case .call(let body): body()
    case .untilClosed:
      var bytes = [UInt8](repeating: 0, count: 4096)
      while recv(connection, &bytes, bytes.count, 0) > 0 {}
      return false
    }
    return true
  }

  private static func send(_ bytes: [UInt8], to connection: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let sent = rest.withUnsafeBytes {
        Foundation.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard sent > 0 else { return false }
      rest = rest.dropFirst(sent)
    }
    return true
  }

  private static func readRequest(from connection: Int32, _ rest: inout [UInt8]) -> Request? {
    let end: [UInt8] = [13, 10, 13, 10]
    while true {
      if let range = rest.firstRange(of: end) {
        let text = String(decoding: rest[..<range.lowerBound], as: UTF8.self)
        rest.removeSubrange(..<range.upperBound)
        var request = Request(text)
        let length = request.headers["content-length"].flatMap { Int($0) } ?? 0
        while rest.count < length { guard receive(from: connection, &rest) else { return nil } }
        request.body = Array(rest.prefix(length))
        rest.removeFirst(length)
        return request
      }
      guard receive(from: connection, &rest) else { return nil }
    }
  }

  /// False at the end.
  private static func receive(from connection: Int32, _ bytes: inout [UInt8]) -> Bool {
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(connection, &piece, piece.count, 0)
    guard count > 0 else { return false }
    bytes += piece[..<count]
    return true
  }
}

extension WireServer.Request {
  fileprivate init(_ text: String) {
    let lines = text.split(separator: "\r\n")
    let words = (lines.first ?? "").split(separator: " ")
    method = String(words.first ?? "")
    target = words.count > 1 ? String(words[1]) : ""
    let fields = lines.dropFirst().compactMap { line -> (String, String)? in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      return (line[..<colon].lowercased(), String(value))
    }
    headers = Dictionary(fields) { "\($0), \($1)" }
  }
}
