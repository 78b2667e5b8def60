import ProviderKit

/// The answer of a call, without the wrappers that Flickr is known to use.
struct FlickrAnswer {
  /// The kind of call, which determines the meaning of small error codes.
  enum Question {
    case listing(FlickrSource)
    case lookup(FlickrLookup)
    case sizes
    /// The details of one photo.
    case details
  }

  let content: JSONValue

  /// - Throws: ``ProviderFailure``: Flickr's error, or `.retryLater` for a 200 without an answer:
  ///   an overloaded Flickr sends pages of HTML and empty bodies.
  init(_ answer: Answer, to question: Question) throws(ProviderFailure) {
    if let error = FlickrError(xml: answer.body) { throw error.failure(of: question) }
    guard let content = try FlickrAnswer.json(in: answer.body) else {
      throw FlickrAnswer.unreadable(answer)
    }
    if let error = FlickrError(json: content) { throw error.failure(of: question) }
    guard (200...299).contains(answer.status) else { throw FlickrAnswer.unreadable(answer) }
    self.content = content
  }

  /// An object, plain or as the argument of a call: `jsonFlickrApi({…})`; nil if none.
  private static func json(in body: String) throws(ProviderFailure) -> JSONValue? {
    if let value = try object(in: body) { return value }
    let bytes = body.utf8
    guard let open = bytes.firstIndex(of: UInt8(ascii: "(")),
      let close = bytes.lastIndex(of: UInt8(ascii: ")")), open < close
    else { return nil }
    return try object(in: String(body[bytes.index(after: open)..<close]))
  }

  /// - Throws: ``ProviderFailure`` with `.malformed` for JSON that exceeds a limit: a retry would
  ///   not help.
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
      } else { "\(answer.body.utf8.count) bytes that are not a JSON object" }
    guard answer.status != 410 else {
      return ProviderFailure(
        .source, "flickr answers that this is gone (HTTP status 410)", code: 410,
        hint: FlickrError.gone)
    }
    guard (200...299).contains(answer.status) else {
      return ProviderFailure(
        .source, "flickr sent \(what) with HTTP status \(answer.status)", code: answer.status,
        hint: "check the setting flickr.endpoint")
    }
    return ProviderFailure(.retryLater, "flickr sent \(what) instead of JSON")
  }
}
