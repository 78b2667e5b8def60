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
      guard case .refused = error else { return written(CallFailure.loggedOut.answer) }
      return error.response
    }
    return answer(call)
  }

  private func answer(_ call: Call) -> Response {
    count(call.method)
    let wait = limit?.withLock { $0.take(now: Uptime.now) } ?? 0
    guard wait <= 0 else {
      counts.withLock { $0.throttled += 1 }
      return .tooMany(retryAfter: Int(wait.rounded(.up)))
    }
    switch noted(desk.call(about: call.subject)) {
    case .tooMany: return .tooMany(retryAfter: 1)
    case .html: return .text(200, Site.html)
    case .overloaded: return .text(503, Site.html)
    case .cutCall: return written(json(call)).cut()
    case .unavailable: return written(CallFailure.unavailable.answer)
    default: return written(json(call))
    }
  }

  private func json(_ call: Call) -> JSON {
    do throws(CallFailure) {
      return try methods.answer(call).with(["stat": "ok"])
    } catch {
      return error.answer
    }
  }

  private func written(_ json: JSON) -> Response {
    .json(json, type: "application/json; charset=utf-8")
  }

  /// The fault, counted.
  func noted(_ fault: Fault?) -> Fault? {
    if let fault { counts.withLock { $0.faults[fault.rawValue, default: 0] += 1 } }
    return fault
  }
}

extension Site {
  /// Answers a request for an image.
  func picture(_ request: Request, site: String) -> Response {
    counts.withLock { $0.imageRequests += 1 }
    guard let (photo, rendition) = find(request.path) else { return Site.missing(404) }
    let fault = noted(desk.picture(of: String(photo.id)))
    switch fault {
    case .forbidden: return Site.missing(403)
    case .notFound: return Site.missing(404)
    case .gone: return Site.missing(410)
    case .tooMany: return .tooMany(retryAfter: 1)
    case .overloaded: return .text(503, Site.html)
    case .html: return .text(200, Site.html, type: "image/jpeg")
    case .placeholder: return .redirect(302, to: site + Site.placeholderPath)
    default: break
    }
    do throws(ImageError) {
      let answer = try file(photo, rendition, fault?.ofBody).answer(to: request)
      if answer.status == 200 || answer.status == 206 {
        counts.withLock { $0.didAnswerImage(request.path, isPartial: answer.status == 206) }
      }
      return answer
    } catch {
      return .plain(500, "the picture cannot be drawn: \(error.message)")
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

  private func file(
    _ photo: Photo, _ rendition: Rendition, _ fault: Fault?
  ) throws(ImageError) -> ServedFile {
    let drawn = try gallery.body(of: photo, rendition)
    let percent = photo.random.number(.faultPoint, in: 20...80)
    let isCut = fault == .truncateSilently
    let bytes = isCut ? Array(drawn.prefix(drawn.count * percent / 100)) : drawn
    let tag = photo.entityTag(of: rendition.size)
    let headers = [
      ("Content-Type", "image/\(rendition.format.rawValue)"), ("ETag", tag),
      ("Last-Modified", photo.lastModified), ("Cache-Control", "public, max-age=31536000"),
    ]
    let isChunked = methods.world.isOne(.chunked, photo)
    // What a client learns of an image without a length.
    let pixels = [
      ("x-ttdb-l", String(bytes.count)), ("imagewidth", String(rendition.width)),
      ("imageheight", String(rendition.height)), ("origintype", "X"),
    ]
    return ServedFile(
      bytes: bytes, headers: headers + (isChunked ? pixels : []),
      validators: [tag, photo.lastModified], isChunked: isChunked, fault: isCut ? nil : fault,
      percent: percent)
  }
}
