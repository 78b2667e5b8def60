import Foundation
import Locking
import TestSupport

/// An object store for tests that believes nothing: it checks the signature, the digests and the date of each
/// request by a second implementation, and can be told to fail.
package final class StrictStore: Sendable {
  package struct Object: Sendable {
    package var bytes: [UInt8]
    package var headers: [String: String]

    package init(bytes: [UInt8], headers: [String: String]) {
      (self.bytes, self.headers) = (bytes, headers)
    }
  }

  package struct Upload: Sendable {
    let key: String
    let headers: [String: String]
    var parts: [Int: [UInt8]] = [:]
  }

  /// A request to which the server does not give its usual answer, once.
  package struct Fault: Sendable {
    /// The method and a part of the target.
    let method: String
    let part: String
    /// Whether the request is performed although the answer is another one.
    var isPerformed = false
    let steps: @Sendable () -> [WireServer.Step]
  }

  package struct State: Sendable {
    package var objects: [String: Object] = [:]
    package var uploads: [String: Upload] = [:]
    package var faults: [Fault] = []
    /// What was wrong with requests.
    package var complaints: [String] = []
    package var honoursConditions = true
    package var secrets = ["AKIDEXAMPLE": "hush/hush"]
    package var token: String?
    package var region = "us-east-1"
    /// Seconds by which its clock is ahead.
    package var clockOffset: Int64 = 0
    package var uploadCount = 0
    /// What it does with a digest that a request has for the object.
    package var digests = Digests.checked
    /// The beginnings of keys that are not deleted.
    package var undeletable: [String] = []
    /// Whether the bucket was made for locks.
    package var allowsLocks = false
    /// How it answers lists.
    package var lists = Lists.second
  }

  package enum Lists: Sendable {
    /// As the second version of the call.
    case second
    /// As the first one, whatever is asked for: with the next marker, or without, as Amazon does if there is no
    /// delimiter.
    case firstWithMarker, firstWithoutMarker
  }

  package enum Digests: Sendable {
    /// It compares and keeps them.
    case checked
    /// It keeps what it is told.
    case believed
    /// It refuses requests that have one.
    case refused
  }

  package let state: Locked<State>
  private let server: WireServer
  package let bucket = "photos"

  package init() throws {
    let state = Locked(State())
    self.state = state
    server = try WireServer { request in
      StoreExchange(request, bucket: "photos").steps(state)
    }
  }

  package var endpoint: String { server.url("") }
  package var requests: [WireServer.Request] { server.requests }
  /// What was wrong with requests so far.
  package var complaints: [String] { state.withLock(\.complaints) }

  package subscript(_ key: String) -> [UInt8]? { state.withLock { $0.objects[key]?.bytes } }

  /// The next request with this method whose target contains `part` gets another answer.
  package func fail(
    _ method: String, _ part: String = "", isPerformed: Bool = false,
    _ steps: @escaping @Sendable () -> [WireServer.Step]
  ) {
    state.withLock {
      $0.faults.append(Fault(method: method, part: part, isPerformed: isPerformed, steps: steps))
    }
  }
}

extension WireServer.Step {
  /// An error of a store.
  package static func error(
    _ status: String, _ code: String, _ message: String = "no", headers: [String] = [],
    more: String = ""
  ) -> Self {
    let body = Array(
      "<?xml version=\"1.0\"?><Error><Code>\(code)</Code><Message>\(message)</Message>\(more)</Error>"
        .utf8)
    return .response(
      status, headers + ["Content-Type: application/xml", "Content-Length: \(body.count)"], body)
  }
}
