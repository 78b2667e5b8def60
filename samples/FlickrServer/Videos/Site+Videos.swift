import Locking
import PageServer

/// Signed addresses of videos. Each is good for one request, instead of Flickr's three minutes: whoever
/// resumes needs a new one.
final class VideoSignatures: Sendable {
  private struct State {
    var issued = 0
    var valid: Set<String> = []
  }

  private let state = Locked(State())

  func issue() -> String {
    state.withLock { state in
      state.issued += 1
      let signature = String(state.issued, radix: 16)
      state.valid.insert(signature)
      return signature
    }
  }

  /// Whether it is valid; it is not any more afterwards.
  func use(_ signature: String?) -> Bool {
    state.withLock { state in signature.map { state.valid.remove($0) != nil } ?? false }
  }
}

extension Site {
  /// Answers `/photos/{owner}/{id}/play/{label}/{secret}/` with a redirect to a signed address, and that address
  /// with the stream; nil for other paths.
  func video(_ request: Request, site: String) -> Response? {
    let parts = request.path.split(separator: "/").map(String.init)
    if parts.count == 6, parts[0] == "photos", parts[3] == "play" {
      guard let stream = stream(id: parts[2], label: parts[4], secret: parts[5]) else {
        return Response.text(404, "")
      }
      let path = "/video/\(stream.photo.id)/\(stream.photo.secret)/\(stream.label).mp4"
      return Response(
        status: 302, headers: [("Location", "\(site)\(path)?s=\(signatures.issue())")],
        body: .bytes([]))
    }
    guard parts.count == 4, parts[0] == "video", parts[3].hasSuffix(".mp4") else { return nil }
    guard signatures.use(request.arguments["s"]),
      let stream = stream(id: parts[1], label: String(parts[3].dropLast(4)), secret: parts[2])
    else { return Response.text(403, "") }
    counts.withLock { $0.imageRequests += 1 }
    return answer(stream, to: request)
  }

  private func stream(id: String, label: String, secret: String) -> VideoStream? {
    guard let photo = methods.world.photo(id: id), photo.secret == secret,
      methods.world.isVideo(photo)
    else { return nil }
    return VideoStream.all(of: photo).first { $0.label == label }
  }

  private func answer(_ stream: VideoStream, to request: Request) -> Response {
    let bytes = stream.bytes
    let tag = "\"\(stream.photo.secret)\(stream.label)\""
    let fault = desk.picture(of: String(stream.photo.id))
    if let fault { note(fault) }
    let isSame = request.ifRange.map { $0 == tag } ?? true
    let range: Range<Int>
    var headers = [
      ("Content-Type", "video/mp4"), ("Accept-Ranges", "bytes"), ("ETag", tag),
      ("x-ttdb-l", String(bytes.count)), ("origintype", "S"),
    ]
    switch ByteRange(isSame ? request.range : nil, length: bytes.count) {
    case .whole: range = 0..<bytes.count
    case .part(let part):
      range = part
      headers.append(
        ("Content-Range", "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(bytes.count)"))
    case .unsatisfiable:
      return Response(
        status: 416, headers: [("Content-Range", "bytes */\(bytes.count)")], body: .bytes([]))
    }
    var body = Response.Stream(bytes: bytes, range: range)
    body.fault = fault?.ofBody
    body.sentBeforeFault = range.count / 2
    return Response(
      status: range.count == bytes.count ? 200 : 206, headers: headers, body: .stream(body))
  }
}
