extension Site {
  /// Answers a call of the API.
  func answer(_ call: Call) -> Response {
    tally.withLock { $0.calls[call.method, default: 0] += 1 }
    if let limit {
      let wait = limit.withLock { $0.take(now: Uptime.now) }
      if wait > 0 {
        tally.withLock { $0.throttled += 1 }
        return .tooMany(retryAfter: Int(wait.rounded(.up)))
      }
    }
    let fault = desk.call(about: call.subject)
    if let fault { note(fault) }
    switch fault {
    case .tooMany: return .tooMany(retryAfter: 1)
    case .html: return .text(200, Site.html)
    case .unavailable: return written(call) { _ throws(CallFailure) in throw .unavailable }
    default: return written(call, methods.answer)
    }
  }

  /// Answers a request for the public feed.
  func feed(_ request: Request, site: String) -> Response {
    tally.withLock { $0.calls["feeds/photos_public", default: 0] += 1 }
    guard let feed = PublicFeed(of: methods.world, request.arguments, site: site) else {
      return .text(404, Site.html)
    }
    return feed.response
  }

  func note(_ fault: Fault) { tally.withLock { $0.faults[fault.rawValue, default: 0] += 1 } }

  static let html = "<!DOCTYPE html>\n<html><body><h1>Bad, bad panda!</h1></body></html>\n"

  private func written(
    _ call: Call, _ method: (Call) throws(CallFailure) -> Element
  ) -> Response {
    let format: AnswerFormat
    do throws(CallFailure) {
      format = try AnswerFormat(call)
    } catch {
      return response(.failed(error), .xml)
    }
    do throws(CallFailure) {
      return response(.ok(try method(call)), format)
    } catch {
      return response(.failed(error), format)
    }
  }

  private func response(_ answer: Answer, _ format: AnswerFormat) -> Response {
    Response(
      status: 200, headers: [("Content-Type", format.contentType)],
      body: .bytes(format.write(answer)))
  }
}
