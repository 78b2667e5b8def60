import Images

extension Site {
  /// Answers a call of the API for the account that signed it, if one did.
  func call(_ request: Request, site: String) -> Response {
    var arguments = request.arguments
    // The key of a signed call may be in its header alone.
    arguments["oauth_consumer_key"] = OAuthHeader(request)?["oauth_consumer_key"]
    var call = Call(arguments: arguments, site: site)
    do throws(OAuthDesk.Problem) {
      call.viewer = try oauth.account(of: request)
    } catch {
      guard case .refused(let name) = error else {
        return written(call) { _ throws(CallFailure) in throw .loggedOut }
      }
      return OAuthDesk.problem(name)
    }
    return answer(call)
  }

  /// Answers a call of the API.
  func answer(_ call: Call) -> Response {
    counts.withLock { $0.calls[call.method, default: 0] += 1 }
    if let limit {
      let wait = limit.withLock { $0.take(now: Uptime.now) }
      if wait > 0 {
        counts.withLock { $0.throttled += 1 }
        return .tooMany(retryAfter: Int(wait.rounded(.up)))
      }
    }
    let fault = desk.call(about: call.subject)
    if let fault { note(fault) }
    switch fault {
    case .tooMany: return .tooMany(retryAfter: 1)
    case .html: return .text(200, Site.html)
    case .overloaded: return .text(503, Site.html)
    case .cutCall: return written(call, methods.answer).cut()
    case .unavailable: return written(call) { _ throws(CallFailure) in throw .unavailable }
    default: return written(call, methods.answer)
    }
  }

  /// Answers a request for a public feed.
  /// - Parameter name: `photos_public`.
  func feed(_ name: String, _ request: Request, site: String) -> Response {
    counts.withLock { $0.calls["feeds/\(name)", default: 0] += 1 }
    guard let feed = PublicFeed(name, of: methods.world, request.arguments, site: site) else {
      return .text(404, Site.html)
    }
    return feed.response
  }

  func note(_ fault: Fault) { counts.withLock { $0.faults[fault.rawValue, default: 0] += 1 } }

  static let html = "<!DOCTYPE html>\n<html><body><h1>Bad, bad panda!</h1></body></html>\n"

  private func written(
    _ call: Call, _ method: (Call) throws(CallFailure) -> Element
  ) -> Response {
    let answer: Answer
    do throws(CallFailure) {
      answer = .ok(try method(call))
    } catch {
      answer = .failed(error)
    }
    return Response(
      status: 200, headers: [("Content-Type", "application/json; charset=utf-8")],
      body: .bytes(answer.json))
  }
}

extension Site {
  /// Answers a request for an image.
  func picture(_ request: Request, site: String) -> Response {
    counts.withLock { $0.imageRequests += 1 }
    guard let (photo, rendition) = find(request.path) else { return Site.missing(404) }
    let fault = desk.picture(of: String(photo.id))
    if let fault { note(fault) }
    switch fault {
    case .forbiddenAbove1024 where max(rendition.width, rendition.height) > 1024:
      return Site.missing(403)
    case .forbidden: return Site.missing(403)
    case .notFound: return Site.missing(404)
    case .gone: return Site.missing(410)
    case .tooMany: return .tooMany(retryAfter: 1)
    case .overloaded: return .text(503, Site.html)
    case .html: return .text(200, Site.html, type: "image/jpeg")
    case .placeholder:
      return Response(
        status: 302, headers: [("Location", site + Site.placeholderPath)], body: .bytes([]))
    default: break
    }
    do throws(ImageError) {
      let bytes = try gallery.body(of: photo, rendition)
      return picture(request, PictureFile(photo, rendition, bytes, fault: fault?.ofBody))
    } catch {
      return .text(500, "the picture cannot be drawn: \(error.message)\n", type: "text/plain")
    }
  }

  func placeholder() -> Response {
    guard let bytes = try? gallery.placeholder() else { return Site.missing(404) }
    return Response(status: 200, headers: [("Content-Type", "image/png")], body: .bytes(bytes))
  }

  /// Flickr's answer for a missing image, with an empty body.
  private static func missing(_ status: Int) -> Response {
    var response = Response.text(status, "")
    response.headers.append(("x-ttdb-l", "0"))
    return response
  }

  /// The image at `/static/{server}/{file}`: the whole name must match, including the secret.
  private func find(_ path: String) -> (Photo, Rendition)? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 4, let id = parts[3].split(separator: "_").first,
      let photo = methods.world.photo(id: String(id)), photo.server == parts[2]
    else { return nil }
    return photo.renditions.first { $0.fileName == parts[3] }.map { (photo, $0) }
  }

  private func picture(_ request: Request, _ file: PictureFile) -> Response {
    let isChunked = chunkedEvery.map { file.photo.index % $0 == $0 - 1 } ?? false
    let answer = file.answer(to: request, isChunked: isChunked)
    if answer.status == 200 || answer.status == 206 {
      counts.withLock { $0.didAnswerImage(request.path, isPartial: answer.status == 206) }
    }
    return answer
  }
}
