import Digests
import Foundation
import Locking
import TestSupport

/// One request to the store, and its answer.
struct StoreExchange {
  let request: WireServer.Request
  let path: String
  let query: [String: String]
  /// Nil for the bucket.
  let key: String?

  init(_ request: WireServer.Request, bucket: String) {
    self.request = request
    let halves = request.target.split(separator: "?", maxSplits: 1)
    path = halves.first.map(String.init) ?? ""
    let pairs = (halves.count > 1 ? halves[1] : "").split(separator: "&").map { pair in
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (Self.decoded(sides[0]), sides.count > 1 ? Self.decoded(sides[1]) : "")
    }
    query = Dictionary(pairs) { $1 }
    let whole = Self.decoded(path[...]).dropFirst()
    key = whole.hasPrefix(bucket + "/") ? String(whole.dropFirst(bucket.count + 1)) : nil
  }

  private static func decoded(_ text: Substring) -> String { text.removingPercentEncoding ?? "?" }

  func steps(_ state: Locked<StrictStore.State>) -> [WireServer.Step] {
    state.withLock { state in
      if let complaint = complaint(state) {
        state.complaints.append("\(request.method) \(request.target): \(complaint.text)")
        return [answer(complaint.step)]
      }
      let index = state.faults.firstIndex {
        $0.method == request.method && ($0.part.isEmpty || request.target.contains($0.part))
      }
      guard let index else { return [answer(perform(&state))] }
      let fault = state.faults.remove(at: index)
      if fault.isPerformed { _ = perform(&state) }
      return fault.steps().map(answer)
    }
  }

  /// An answer to HEAD has no body.
  private func answer(_ step: WireServer.Step) -> WireServer.Step {
    guard request.method == "HEAD", case .send(let bytes) = step,
      let end = bytes.firstRange(of: Array("\r\n\r\n".utf8))
    else { return step }
    return .send(Array(bytes[..<end.upperBound]))
  }

  private func perform(_ state: inout StrictStore.State) -> WireServer.Step {
    if let refusal = proofRefusal(state) { return refusal }
    guard let key else { return query["uploads"] == nil ? list(state) : uploads(state) }
    switch request.method {
    case "PUT" where query["partNumber"] != nil: return putPart(&state)
    case "PUT": return put(key, &state)
    case "POST": return query["uploads"] == nil ? complete(key, &state) : begin(key, &state)
    case "DELETE" where state.undeletable.contains { key.hasPrefix($0) }:
      return .error("403 Forbidden", "AccessDenied")
    case "DELETE":
      if let upload = query["uploadId"] {
        state.uploads[upload] = nil
      } else {
        state.objects[key] = nil
      }
      return .response("204 No Content")
    case "GET" where query["uploadId"] != nil: return parts(state)
    default: return get(key, state)
    }
  }

  private func put(_ key: String, _ state: inout StrictStore.State) -> WireServer.Step {
    if let refusal = refusal(key, state) { return refusal }
    if let source = request.headers["x-amz-copy-source"] {
      guard let object = state.objects[Self.key(ofSource: source)] else {
        return .error("404 Not Found", "NoSuchKey")
      }
      state.objects[key] = StrictStore.Object(
        bytes: object.bytes, headers: object.headers.merging(locks) { $1 })
      return .ok(Array("<CopyObjectResult><ETag>\"x\"</ETag></CopyObjectResult>".utf8))
    }
    let kept = request.headers.filter {
      $0.key.hasPrefix("x-amz-meta-") || ["content-type", Self.proof].contains($0.key)
    }.merging(locks) { $1 }
    state.objects[key] = StrictStore.Object(bytes: request.body, headers: kept)
    return .ok([], ["ETag: \"\(DigestAlgorithm.md5.hex(of: request.body))\""])
  }

  static func key(ofSource source: String) -> String {
    String(decoded(source.drop { $0 == "/" }).drop { $0 != "/" }.dropFirst())
  }

  static let proof = "x-amz-checksum-sha256"

  /// The headers of a lock.
  var locks: [String: String] {
    request.headers.filter { $0.key.hasPrefix("x-amz-object-lock-") }
  }

  func refusal(_ key: String, _ state: StrictStore.State) -> WireServer.Step? {
    guard state.allowsLocks || locks.isEmpty else {
      return .error(
        "400 Bad Request", "InvalidRequest", "Bucket is missing Object Lock Configuration")
    }
    guard state.honoursConditions, request.headers["if-none-match"] == "*",
      state.objects[key] != nil
    else { return nil }
    return .error("412 Precondition Failed", "PreconditionFailed")
  }

  private func get(_ key: String, _ state: StrictStore.State) -> WireServer.Step {
    guard let object = state.objects[key] else { return .error("404 Not Found", "NoSuchKey") }
    let tag = "ETag: \"\(DigestAlgorithm.md5.hex(of: object.bytes))\""
    let asksForProof = request.headers["x-amz-checksum-mode"] == "ENABLED"
    let headers =
      object.headers.filter { $0.key != Self.proof || asksForProof }
      .map { "\($0.key): \($0.value)" } + [tag]
    guard let range = request.headers["range"] else { return .ok(object.bytes, headers) }
    let ends = range.drop { $0 != "=" }.dropFirst().split(separator: "-").compactMap { Int($0) }
    guard ends.count == 2, ends[0] < object.bytes.count else {
      return .error("416 Range Not Satisfiable", "InvalidRange")
    }
    let part = Array(object.bytes[ends[0]...min(ends[1], object.bytes.count - 1)])
    return .response("206 Partial Content", headers + ["Content-Length: \(part.count)"], part)
  }
}
