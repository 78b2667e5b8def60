import ProviderKit

/// A call's answer, out of the wrappings that Flickr is known to use.
struct FlickrAnswer {
  /// What was asked: the meaning of Flickr's small numbers hangs on it.
  enum Question {
    case listing(FlickrSource)
    case lookup(FlickrLookup)
    case sizes
  }

  let content: JSONValue

  /// - Throws: ``ProviderFailure``: what Flickr says went wrong, or `.retryLater` where a 200 holds
  ///   no answer, since an overloaded Flickr answers with pages of HTML and with nothing.
  init(_ answer: Answer, to question: Question) throws(ProviderFailure) {
    if let error = FlickrError(xml: answer.body) { throw error.failure(of: question) }
    guard let content = try FlickrAnswer.json(in: answer.body) else {
      throw FlickrAnswer.unreadable(answer)
    }
    if let error = FlickrError(json: content) { throw error.failure(of: question) }
    guard (200...299).contains(answer.status) else { throw FlickrAnswer.unreadable(answer) }
    self.content = content
  }

  /// An object, bare or as the argument of a call: `jsonFlickrApi({…})`; nil if there is none.
  private static func json(in body: String) throws(ProviderFailure) -> JSONValue? {
    if let value = try object(in: body) { return value }
    let bytes = body.utf8
    guard let open = bytes.firstIndex(of: UInt8(ascii: "(")),
      let close = bytes.lastIndex(of: UInt8(ascii: ")")), open < close
    else { return nil }
    return try object(in: String(body[bytes.index(after: open)..<close]))
  }

  /// - Throws: ``ProviderFailure`` with `.malformed` for JSON beyond a limit: asked again it is the same.
  private static func object(in text: String) throws(ProviderFailure) -> JSONValue? {
    do throws(JSONFault) {
      let value = try JSONValue(reading: text)
      if case .object = value { return value }
      return nil
    } catch {
      guard case .limit(let message) = error else { return nil }
      throw ProviderFailure(.malformed, message)
    }
  }

  private static func unreadable(_ answer: Answer) -> ProviderFailure {
    let what =
      if answer.body.isEmpty {
        "an empty answer"
      } else if answer.body.first(where: { !$0.isWhitespace }) == "<" {
        "a page of HTML"
      } else { "\(answer.body.utf8.count) bytes that are no JSON object" }
    guard (200...299).contains(answer.status) else {
      return ProviderFailure(
        .source, "flickr sent \(what) with HTTP status \(answer.status)", code: answer.status,
        hint: "check the setting flickr.endpoint")
    }
    return ProviderFailure(.retryLater, "flickr sent \(what) instead of JSON")
  }
}
