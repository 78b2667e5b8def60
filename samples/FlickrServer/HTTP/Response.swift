/// What a client is given.
struct Response {
  let status: Int
  var headers: [(name: String, value: String)]
  var body: Body

  enum Body {
    case bytes([UInt8])
    case stream(Stream)
  }

  /// A body that is paced, counted, and may end badly.
  struct Stream {
    let bytes: [UInt8]
    /// Which of the bytes are sent.
    let range: Range<Int>
    /// Without Content-Length.
    var isChunked = false
    /// What happens once `sentBeforeFault` bytes were sent: `truncate`, `reset`, `stall`, or nil.
    var fault: Fault?
    var sentBeforeFault = 0
  }

  static func text(_ status: Int, _ text: String, type: String = "text/html; charset=utf-8")
    -> Response
  {
    Response(status: status, headers: [("Content-Type", type)], body: .bytes(Array(text.utf8)))
  }

  /// The page that Flickr's front answers with where a limit is passed.
  ///
  /// - Parameter retryAfter: seconds.
  static func tooMany(retryAfter: Int) -> Response {
    var page = Response.text(
      429, "<html><head><title>429</title></head><body><h1>Too many requests</h1></body></html>\n")
    page.headers.append(("Retry-After", String(retryAfter)))
    return page
  }
}
