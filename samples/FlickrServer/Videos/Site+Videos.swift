import Locking

/// Signed addresses of videos. Each is good for one request, instead of Flickr's three minutes: whoever
/// resumes needs a new one.
final class VideoSignatures: Sendable {
  private let state = Locked((issued: 0, valid: Set<String>()))

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
    let parts = request.parts
    if parts.count == 6, parts[0] == "photos", parts[3] == "play" {
      guard let stream = stream(id: parts[2], label: parts[4], secret: parts[5]) else {
        return .text(404, "")
      }
      let path = "/video/\(stream.photo.id)/\(stream.photo.secret)/\(stream.label).mp4"
      return .redirect(302, to: "\(site)\(path)?s=\(signatures.issue())")
    }
    guard parts.count == 4, parts[0] == "video", parts[3].hasSuffix(".mp4") else { return nil }
    guard signatures.use(request.arguments["s"]),
      let stream = stream(id: parts[1], label: String(parts[3].dropLast(4)), secret: parts[2])
    else { return .text(403, "") }
    counts.withLock { $0.imageRequests += 1 }
    let bytes = stream.bytes
    let tag = "\"\(stream.photo.secret)\(stream.label)\""
    let headers = [
      ("Content-Type", "video/mp4"), ("ETag", tag), ("x-ttdb-l", String(bytes.count)),
      ("origintype", "S"),
    ]
    let fault = noted(desk.picture(of: String(stream.photo.id)))
    return ServedFile(bytes: bytes, headers: headers, validators: [tag], fault: fault?.ofBody)
      .answer(to: request)
  }

  private func stream(id: String, label: String, secret: String) -> VideoStream? {
    let world = methods.world
    guard let photo = world.photo(id: id), photo.secret == secret, world.isOne(.video, photo)
    else { return nil }
    return VideoStream.all(of: photo).first { $0.label == label }
  }
}
