import Foundation
import Locking
import TestSupport

/// One request to the server, and its answer.
struct DAVExchange {
  typealias Path = [UInt8]

  let request: WireServer.Request
  /// Decoded, without a slash at the end.
  let path: Path

  init(_ request: WireServer.Request) {
    self.request = request
    path = Self.decoded(request.target)
  }

  static func decoded(_ text: String) -> Path {
    var path: Path = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == 0x25, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        path.append(value)
        rest = rest.dropFirst(2)
      } else {
        path.append(byte)
      }
    }
    while path.last == 0x2F { path.removeLast() }
    return path
  }

  func steps(_ state: Locked<StrictDAV.State>) -> [WireServer.Step] {
    state.withLock { state in
      let login = Data("\(state.user):\(state.password)".utf8).base64EncodedString()
      guard request.headers["authorization"] == "Basic \(login)" else {
        return [Self.status("401 Unauthorized", ["WWW-Authenticate: Basic realm=\"a\""])]
      }
      if let complaint {
        state.complaints.append("\(request.method) \(request.target): \(complaint)")
        return [Self.status("400 Bad Request")]
      }
      let index = state.faults.firstIndex {
        $0.method == request.method && ($0.part.isEmpty || request.target.contains($0.part))
      }
      guard let index else { return [perform(&state)] }
      let fault = state.faults.remove(at: index)
      if fault.isPerformed { _ = perform(&state) }
      return fault.steps()
    }
  }

  /// What is wrong with the request.
  private var complaint: String? {
    let isEncoded = request.target.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x23 }
    guard isEncoded, !request.target.contains("?") else { return "the path is not encoded" }
    switch request.method {
    case "PROPFIND":
      guard ["0", "1"].contains(request.headers["depth"]) else { return "the depth is another" }
      guard String(decoding: request.body, as: UTF8.self).contains("propfind xmlns=\"DAV:\"") else {
        return "no properties are asked for"
      }
    case "MOVE":
      guard ["T", "F"].contains(request.headers["overwrite"]), destination != nil else {
        return "the destination is not one of this server"
      }
    default: break
    }
    return nil
  }

  private var destination: Path? {
    let origin = "http://\(request.headers["host"] ?? "")/"
    guard let text = request.headers["destination"], text.hasPrefix(origin) else { return nil }
    return Self.decoded(String(text.dropFirst(origin.count - 1)))
  }

  private func perform(_ state: inout StrictDAV.State) -> WireServer.Step {
    switch request.method {
    case "PROPFIND": return propfind(state)
    case "GET": return get(state)
    case "PUT": return put(&state)
    case "MKCOL": return makeFolder(&state)
    case "MOVE": return move(&state)
    case "DELETE":
      guard state.nodes[path] != nil else { return Self.status("404 Not Found") }
      state.nodes = state.nodes.filter { !Self.lies($0.key, in: path) }
      return Self.status("204 No Content")
    default: return Self.status("405 Method Not Allowed")
    }
  }

  /// Whether a path is another one, or below it.
  private static func lies(_ path: Path, in other: Path) -> Bool {
    path == other || path.starts(with: other + [0x2F])
  }

  static func parent(of path: Path) -> Path {
    Path(path.lastIndex(of: 0x2F).map { path[..<$0] } ?? [])
  }

  private func get(_ state: StrictDAV.State) -> WireServer.Step {
    guard case .file(let bytes, _, _) = state.nodes[path] else {
      return Self.status("404 Not Found")
    }
    guard let range = request.headers["range"] else { return .ok(bytes) }
    let ends = range.dropFirst("bytes=".count).split(separator: "-").compactMap { Int($0) }
    let part = Array(bytes[min(ends[0], bytes.count)..<min(ends[1] + 1, bytes.count)])
    return .response(
      "206 Partial Content",
      [
        "Content-Length: \(part.count)",
        "Content-Range: bytes \(ends[0])-\(ends[0] + part.count - 1)/\(bytes.count)",
      ], part)
  }

  private func put(_ state: inout StrictDAV.State) -> WireServer.Step {
    guard state.nodes[Self.parent(of: path)] == .folder else { return Self.status("409 Conflict") }
    guard state.nodes[path] != .folder else { return Self.status("405 Method Not Allowed") }
    guard !state.isFull else { return Self.status("507 Insufficient Storage") }
    let told = request.headers["oc-checksum"].flatMap { $0.split(separator: ":").last }
    let time = request.headers["x-oc-mtime"].flatMap { Int64($0) }
    state.nodes[path] = .file(
      Array(request.body.prefix(state.longestBody)), modifiedAt: time ?? 1_700_000_000,
      sha256: state.tellsDigests ? told.map(String.init) : nil)
    return Self.status("201 Created", time == nil ? [] : ["X-OC-Mtime: accepted"])
  }

  private func makeFolder(_ state: inout StrictDAV.State) -> WireServer.Step {
    guard state.nodes[path] == nil else { return Self.status("405 Method Not Allowed") }
    guard state.nodes[Self.parent(of: path)] == .folder else { return Self.status("409 Conflict") }
    state.nodes[path] = .folder
    return Self.status("201 Created")
  }

  private func move(_ state: inout StrictDAV.State) -> WireServer.Step {
    guard state.nodes[path] != nil, var other = destination else {
      return Self.status("404 Not Found")
    }
    if state.cutsNames { other = Path(other.prefix { $0 != 0x3F && $0 != 0x3B }) }
    guard state.nodes[Self.parent(of: other)] == .folder else {
      return Self.status("409 Conflict")
    }
    if let locked = state.locked, other.suffix(locked.utf8.count).elementsEqual(locked.utf8) {
      return Self.status("423 Locked")
    }
    let exists = state.nodes[other] != nil
    guard !exists || state.ignoresOverwrite || request.headers["overwrite"] == "T" else {
      return Self.status("412 Precondition Failed")
    }
    // A folder too, with all in it.
    state.nodes = state.nodes.filter { !Self.lies($0.key, in: other) }
    for (name, node) in state.nodes where Self.lies(name, in: path) {
      state.nodes[name] = nil
      state.nodes[other + name.dropFirst(path.count)] = node
    }
    return Self.status(exists ? "204 No Content" : "201 Created")
  }

  static func status(_ status: String, _ headers: [String] = []) -> WireServer.Step {
    .response(status, headers + ["Content-Length: 0"])
  }
}
