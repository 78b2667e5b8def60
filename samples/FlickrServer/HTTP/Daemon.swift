import CMicrohttpd
import Glibc
import SystemCalls

/// An HTTP server on the loopback interface, with libmicrohttpd.
///
/// Each connection has a thread, so `answer` may block.
final class Daemon {
  /// The port that it listens on.
  let port: UInt16
  private let daemon: OpaquePointer
  private let context: Context

  /// Shared by the connections' threads; immutable.
  private final class Context: Sendable {
    let answer: @Sendable (Request) -> Response
    let latency: Double
    let pace: BodyReader.Pace

    init(
      latency: Double, pace: BodyReader.Pace, answer: @escaping @Sendable (Request) -> Response
    ) {
      (self.latency, self.pace, self.answer) = (latency, pace, answer)
    }

    func reply(
      to request: Request, _ body: FormBody, on connection: OpaquePointer
    ) -> MHD_Result {
      let socket = connection_socket(connection)
      guard latency == 0 || pace.halt.wait(until: Uptime.now + latency, client: socket) else {
        return .NO
      }
      var request = request
      let response: Response
      switch request.method {
      case "GET", "HEAD": response = answer(request)
      case "POST" where body.isTooLong: response = .plain(413, "the form is too long")
      case "POST":
        request.arguments.merge(body.fields) { $1 }
        response = answer(request)
      default: response = .plain(405, "only GET, HEAD and POST")
      }
      return response.queue(on: connection, socket: socket, pace: pace)
    }
  }

  /// Starts listening.
  ///
  /// - Parameters:
  ///   - port: 0 for any free port.
  ///   - latency: seconds before each answer.
  init(
    port: UInt16, latency: Double, pace: BodyReader.Pace,
    answer: @escaping @Sendable (Request) -> Response
  ) throws {
    context = Context(latency: latency, pace: pace, answer: answer)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    let pointer = Unmanaged.passUnretained(context).toOpaque()
    let started = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        start_daemon($0, Daemon.handle, FormBody.release, pointer)
      }
    }
    guard let started else {
      throw ServerError("cannot listen on 127.0.0.1:\(port): \(SystemError().reason)")
    }
    daemon = started
    self.port = daemon_port(started)
  }

  /// Ends every connection and waits for their threads.
  func stop() {
    context.pace.halt.end()
    MHD_stop_daemon(daemon)
  }

  /// Called for a request when its headers are there, for each part of its body, and at its end.
  private static let handle: MHD_AccessHandlerCallback = {
    context, connection, url, method, _, bytes, size, seen in
    guard let context, let connection, let url, let method, let size, let seen else { return .NO }
    guard let place = seen.pointee else {
      seen.pointee = FormBody.make()
      return .YES
    }
    let body = FormBody.at(place)
    guard size.pointee == 0 else {
      body.append(bytes, count: size.pointee)
      size.pointee = 0
      return .YES
    }
    return Unmanaged<Context>.fromOpaque(context).takeUnretainedValue()
      .reply(to: Request(connection, method: method, url: url), body, on: connection)
  }
}
