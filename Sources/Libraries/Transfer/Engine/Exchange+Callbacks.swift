import CCurl
import Foundation

/// libcurl calls these on the engine's thread, with the exchange as context.
extension Exchange {
  /// The context is not retained: the loop retains the exchange while its handle is in the multi
  /// handle.
  func setCallbacks() throws(Fault) {
    let context = Unmanaged.passUnretained(self).toOpaque()
    try easy.setCallbacks(header: takesHeader, body: takesBody, context: context)
    try easy.setSource(read: givesBody, seek: rewindsBody, context: context)
    try easy.setOpenSocket(opensSocket, context: context)
    try easy.setBeforeRequest(beginsRequest, context: context)
    // The engine's loop retains the connections until after the multi handle is closed.
    try easy.setCloseSocket(
      closesSocket, context: Unmanaged.passUnretained(connections).toOpaque())
  }

  fileprivate static func from(_ context: UnsafeMutableRawPointer) -> Exchange {
    Unmanaged.fromOpaque(context).takeUnretainedValue()
  }
}

private let takesHeader: ccurl_data_callback = { data, size, count, context in
  guard let context else { return 0 }
  let bytes = UnsafeRawBufferPointer(start: data, count: size * count)
  return Exchange.from(context).take(header: bytes) ? bytes.count : 0
}

private let takesBody: ccurl_data_callback = { data, size, count, context in
  guard let context else { return 0 }
  let bytes = UnsafeRawBufferPointer(start: data, count: size * count)
  return Exchange.from(context).take(body: bytes) ? bytes.count : 0
}

private let givesBody: ccurl_data_callback = { buffer, size, count, context in
  guard let context, let source = Exchange.from(context).source else { return 0 }
  let room = UnsafeMutableRawBufferPointer(start: buffer, count: size * count)
  return source.read(into: room) ?? ccurl_read_abort
}

/// libcurl sends a body again over a new connection if a kept one was closed.
private let rewindsBody: curl_seek_callback = { context, offset, origin in
  guard let context, let source = Exchange.from(context).source, origin == SEEK_SET,
    source.seek(to: Int64(offset))
  else { return ccurl_seek_fail }
  return ccurl_seek_ok
}

private let opensSocket: curl_opensocket_callback = { context, _, target in
  guard let context, let target else { return CURL_SOCKET_BAD }
  let length = Int(target.pointee.addrlen)
  let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr) ?? 0
  let bytes = UnsafeRawBufferPointer(start: UnsafeRawPointer(target) + offset, count: length)
  if let address = NetworkAddress(bytes), !Exchange.from(context).permits(address) {
    return CURL_SOCKET_BAD
  }
  // libcurl's default does not set close-on-exec.
  let type = target.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue)
  let descriptor = socket(target.pointee.family, type, target.pointee.protocol)
  if descriptor < 0 {
    Exchange.from(context).noteNoSocket(errno)
  } else {
    Exchange.from(context).note(opened: descriptor)
  }
  if var size = Exchange.from(context).receiveBuffer, descriptor >= 0 {
    // Must be set before connecting: the window is announced then (tcp(7)).
    setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
  }
  return descriptor
}

private let closesSocket: curl_closesocket_callback = { context, descriptor in
  if let context {
    Unmanaged<Connections>.fromOpaque(context).takeUnretainedValue().remove(descriptor)
  }
  return close(descriptor)
}

private let beginsRequest: curl_prereq_callback = { context, remote, local, remotePort, localPort in
  guard let context, let remote, let local else { return ccurl_request_abort }
  let route = Connections.Route(
    local: String(cString: local), localPort: localPort, remote: String(cString: remote),
    remotePort: remotePort)
  return Exchange.from(context).mayUse(route) ? ccurl_request_ok : ccurl_request_abort
}
