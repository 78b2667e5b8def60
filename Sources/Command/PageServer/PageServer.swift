import CMicrohttpd
import Glibc
import SystemCalls

/// A server of files for this machine's browser, or of texts for a monitor, with libmicrohttpd.
///
/// All its members are constants, and libmicrohttpd guards its daemon.
package final class PageServer: @unchecked Sendable {
  /// Shared by the connections' threads.
  fileprivate final class Context: Sendable {
    let content: Content
    /// Whether other machines may ask.
    let isPublic: Bool

    init(_ content: Content, isPublic: Bool) { (self.content, self.isPublic) = (content, isPublic) }
  }

  /// What is served.
  fileprivate enum Content: Sendable {
    /// `home` is where the root leads.
    case files(ServedFolders, home: String)
    case texts(@Sendable (_ path: String) -> ServedText?)
  }

  /// The port on which it listens.
  package let port: UInt16
  private let daemon: OpaquePointer
  private let context: Context

  /// Starts listening at 127.0.0.1.
  /// - Parameters:
  ///   - home: The address to which the root leads.
  ///   - port: 0 for any free port.
  package convenience init(
    _ folders: ServedFolders, home: String, port: UInt16
  ) throws(SystemError) {
    try self.init(.files(folders, home: home), at: ListenAddress(port: port))
  }

  /// Starts listening.
  /// - Parameter text: The text of a path; nil if it has none. Any thread, several at a time; may block.
  package convenience init(
    at address: ListenAddress, text: @escaping @Sendable (_ path: String) -> ServedText?
  ) throws(SystemError) {
    try self.init(.texts(text), at: address)
  }

  private init(_ content: Content, at place: ListenAddress) throws(SystemError) {
    let context = Context(content, isPublic: !place.isLoopback)
    var address = place.address
    let listener = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { listening_socket($0) }
    }
    guard listener >= 0,
      let started = start_local_daemon(
        listener, PageServer.handle, Unmanaged.passUnretained(context).toOpaque())
    else { throw SystemError() }
    self.context = context
    daemon = started
    self.port = daemon_port(started)
  }

  /// Ends every connection, and waits for their threads.
  package func stop() { MHD_stop_daemon(daemon) }

  /// Called twice for a request: when its headers are there, and at its end. A body is not read.
  private static let handle: MHD_AccessHandlerCallback = {
    context, connection, url, method, _, _, size, seen in
    guard let context, let connection, let url, let method, let size, let seen else { return .NO }
    guard seen.pointee != nil, size.pointee == 0 else {
      seen.pointee = context
      size.pointee = 0
      return .YES
    }
    return Unmanaged<Context>.fromOpaque(context).takeUnretainedValue()
      .answer(String(cString: url), String(cString: method), on: connection)
  }
}

extension PageServer.Context {
  fileprivate func answer(
    _ address: String, _ method: String, on connection: OpaquePointer
  ) -> MHD_Result {
    let field = { (name: String) in
      MHD_lookup_connection_value(connection, .HEADER_KIND, name).map { String(cString: $0) }
    }
    let port = connection_port(connection)
    // The control character that decode_address() writes for a NUL, or another one.
    let isValid = count_fields(connection, "Host") <= 1 && !address.utf8.contains { $0 < 0x20 }
    let refusal =
      isValid
      ? PageAnswer.refusal(
        method: method, host: isPublic ? "localhost:\(port)" : field("Host"), port: port)
      : PageAnswer(status: 400)
    if let refusal { return queue(refusal, on: connection) }
    switch content {
    case .texts(let text): return queue(text(address) ?? .missing, on: connection)
    case .files(_, let home) where address == "/":
      return queue(PageAnswer(status: 302, headers: [("Location", home)]), on: connection)
    case .files(let folders, _):
      guard let file = folders.open(address) else {
        return queue(PageAnswer(status: 404), on: connection)
      }
      return send(file, ByteRange(field("Range"), length: file.size), on: connection)
    }
  }

  /// Closes the file.
  private func send(
    _ file: ServedFolders.File, _ wanted: ByteRange, on connection: OpaquePointer
  ) -> MHD_Result {
    var headers = PageAnswer.headers(ofFile: file.name, file.policy)
    let (status, part): (Int, Range<Int>)
    switch wanted {
    case .whole: (status, part) = (200, 0..<file.size)
    case .part(let range):
      (status, part) = (206, range)
      headers.append(
        ("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(file.size)"))
    case .unsatisfiable:
      close(file.descriptor)
      return queue(
        PageAnswer(status: 416, headers: [("Content-Range", "bytes */\(file.size)")]),
        on: connection)
    }
    // It closes the descriptor.
    guard
      let response = MHD_create_response_from_fd_at_offset64(
        UInt64(part.count), file.descriptor, UInt64(part.lowerBound))
    else {
      close(file.descriptor)
      return .NO
    }
    return queue(response, status, headers, on: connection)
  }

  private func queue(_ text: ServedText, on connection: OpaquePointer) -> MHD_Result {
    var bytes = Array(text.text.utf8)
    let response = bytes.withUnsafeMutableBytes {
      MHD_create_response_from_buffer($0.count, $0.baseAddress, .RESPMEM_MUST_COPY)
    }
    guard let response else { return .NO }
    return queue(
      response, text.status,
      [
        ("Content-Type", text.type), ("X-Content-Type-Options", "nosniff"),
        ("Cache-Control", "no-store"), ("Content-Security-Policy", PageAnswer.filePolicy),
      ], on: connection)
  }

  private func queue(_ answer: PageAnswer, on connection: OpaquePointer) -> MHD_Result {
    var text = Array("\(answer.status)\n".utf8)
    let response = text.withUnsafeMutableBytes {
      MHD_create_response_from_buffer($0.count, $0.baseAddress, .RESPMEM_MUST_COPY)
    }
    guard let response else { return .NO }
    let more = [
      (name: "Content-Type", value: "text/plain"),
      (name: "Content-Security-Policy", value: PageAnswer.filePolicy),
    ]
    return queue(response, answer.status, answer.headers + more, on: connection)
  }

  private func queue(
    _ response: OpaquePointer, _ status: Int, _ headers: [(name: String, value: String)],
    on connection: OpaquePointer
  ) -> MHD_Result {
    defer { MHD_destroy_response(response) }
    for (name, value) in headers {
      guard MHD_add_response_header(response, name, value) == .YES else { return .NO }
    }
    return MHD_queue_response(connection, UInt32(status), response)
  }
}
