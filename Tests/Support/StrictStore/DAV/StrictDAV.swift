import Foundation
import Locking
import TestSupport

/// A WebDAV server for tests that believes nothing: it checks the user, the depth and the destination of each request, lists in
/// an order of its own, and can be told to fail and to lie.
package final class StrictDAV: Sendable {
  /// What has a name.
  package enum Node: Sendable, Hashable {
    case folder
    case file([UInt8], modifiedAt: Int64, sha256: String?)
  }

  /// How references to files are written.
  package enum References: Sendable, CaseIterable {
    case paths
    /// With the server's name.
    case addresses
    /// Each byte as a triplet, in lower case.
    case triplets
    /// Only what must be encoded.
    case sparing
  }

  package struct State: Sendable {
    /// By the bytes of the decoded paths, without a slash at the end.
    package var nodes: [[UInt8]: Node] = [[]: .folder]
    package var faults: [Fault] = []
    /// What was wrong with requests.
    package var complaints: [String] = []
    package var user = "ada"
    package var password = "hush/hush"
    package var references = References.paths
    /// Whether an existing file is replaced although the request forbids it.
    package var ignoresOverwrite = false
    /// Whether the digest of a request is kept, and told.
    package var tellsDigests = false
    /// Bytes that it keeps of a body, and no error.
    package var longestBody = Int.max
    /// XML that is added to each list of a folder.
    package var added = ""
    /// The end of the names that no file gets, because somebody has locked them.
    package var locked: String?
    /// Whether nothing more is stored.
    package var isFull = false
    /// Whether a new name ends at a question mark or a semicolon in it, as WsgiDAV's do.
    package var cutsNames = false
    /// Bytes that are free; nil: it does not say it.
    package var available: Int64?
  }

  /// A request to which the server does not give its usual answer, once.
  package struct Fault: Sendable {
    let method: String
    let part: String
    var isPerformed = false
    let steps: @Sendable () -> [WireServer.Step]
  }

  package let state: Locked<State>
  private let server: WireServer

  package init() throws {
    let state = Locked(State())
    self.state = state
    server = try WireServer { DAVExchange($0).steps(state) }
  }

  /// `webdav://ada@127.0.0.1:PORT/PATH`
  package func location(_ path: String) -> String {
    "webdav://ada@127.0.0.1:\(server.port)/\(path)"
  }

  package var port: UInt16 { server.port }
  package var requests: [WireServer.Request] { server.requests }
  package var complaints: [String] { state.withLock(\.complaints) }

  /// The bytes of a file, by its path from the server's root on.
  package subscript(_ path: String) -> [UInt8]? {
    get {
      guard case .file(let bytes, _, _) = state.withLock({ $0.nodes[Self.key(path)] }) else {
        return nil
      }
      return bytes
    }
    set {
      state.withLock { state in
        var time: Int64 = 1
        // As of a disk that fails.
        if case .file(_, let old, _) = state.nodes[Self.key(path)] { time = old }
        state.nodes[Self.key(path)] = newValue.map { .file($0, modifiedAt: time, sha256: nil) }
        state.makeFolders(above: Self.key(path))
      }
    }
  }

  /// The paths of all files, in the order of their bytes.
  package var files: [String] {
    state.withLock(\.nodes).filter { $0.value != .folder }.keys
      .sorted { $0.lexicographicallyPrecedes($1) }
      .map { String(decoding: $0.dropFirst(), as: UTF8.self) }
  }

  /// As another program does.
  package func write(_ path: String, _ bytes: [UInt8], modifiedAt time: Int64) {
    state.withLock { $0.nodes[Self.key(path)] = .file(bytes, modifiedAt: time, sha256: nil) }
  }

  package func makeFolder(_ path: String) {
    state.withLock { state in
      state.nodes[Self.key(path)] = .folder
      state.makeFolders(above: Self.key(path))
    }
  }

  private static func key(_ path: String) -> [UInt8] { Array("/\(path)".utf8) }

  /// The next request with this method whose target contains `part` gets another answer.
  package func fail(
    _ method: String, _ part: String = "", isPerformed: Bool = false,
    _ steps: @escaping @Sendable () -> [WireServer.Step]
  ) {
    state.withLock {
      $0.faults.append(Fault(method: method, part: part, isPerformed: isPerformed, steps: steps))
    }
  }

  /// The same with a status, any number of times.
  package func fail(
    _ method: String, _ part: String = "", isPerformed: Bool = false, times: Int = 1,
    status: String
  ) {
    for _ in 0..<times {
      fail(method, part, isPerformed: isPerformed) {
        [.response(status, ["Content-Length: 0"])]
      }
    }
  }
}

extension StrictDAV.State {
  mutating func makeFolders(above path: [UInt8]) {
    var rest = path[...]
    while let slash = rest.lastIndex(of: UInt8(ascii: "/")) {
      rest = rest[..<slash]
      if nodes[Array(rest)] == nil { nodes[Array(rest)] = .folder }
    }
  }
}
