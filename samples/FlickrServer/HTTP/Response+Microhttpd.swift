import CMicrohttpd

extension Response {
  /// Gives the response to libmicrohttpd, which sends it on the connection's thread.
  func queue(on connection: OpaquePointer, socket: Int32, pace: BodyReader.Pace) -> MHD_Result {
    guard let response = made(socket: socket, pace: pace) else { return .NO }
    defer { MHD_destroy_response(response) }
    for (name, value) in headers {
      guard MHD_add_response_header(response, name, value) == .YES else { return .NO }
    }
    return MHD_queue_response(connection, UInt32(status), response)
  }

  private func made(socket: Int32, pace: BodyReader.Pace) -> OpaquePointer? {
    switch body {
    case .bytes(var bytes):
      return bytes.withUnsafeMutableBytes {
        MHD_create_response_from_buffer($0.count, $0.baseAddress, .RESPMEM_MUST_COPY)
      }
    case .stream(let stream):
      let reader = BodyReader(stream, socket: socket, pace: pace)
      let size = stream.isChunked ? body_size_unknown : UInt64(stream.range.count)
      return MHD_create_response_from_callback(
        size, 1 << 16,
        { context, position, buffer, limit in
          guard let context, let buffer else { return body_breaks }
          let reader = Unmanaged<BodyReader>.fromOpaque(context).takeUnretainedValue()
          return reader.read(
            at: Int(position), into: UnsafeMutableRawBufferPointer(start: buffer, count: limit))
        }, Unmanaged.passRetained(reader).toOpaque(),
        { context in
          if let context { Unmanaged<BodyReader>.fromOpaque(context).release() }
        })
    }
  }
}
