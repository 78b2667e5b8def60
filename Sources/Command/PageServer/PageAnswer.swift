/// What the server answers, as far as it does not depend on files.
struct PageAnswer: Equatable {
  let status: Int
  var headers: [(name: String, value: String)] = []

  static func == (one: PageAnswer, other: PageAnswer) -> Bool {
    one.status == other.status && one.headers.map(\.name) == other.headers.map(\.name)
      && one.headers.map(\.value) == other.headers.map(\.value)
  }

  /// Why a request gets no file; nil if it may have one.
  ///
  /// A page of a stranger can make its own name resolve to this machine (DNS rebinding): the browser then sends
  /// that name as the host, and is refused.
  static func refusal(method: String, host: String?, port: UInt16) -> PageAnswer? {
    guard let host, ["127.0.0.1:\(port)", "localhost:\(port)"].contains(host.lowercased()) else {
      return PageAnswer(status: 421)
    }
    guard ["GET", "HEAD"].contains(method) else {
      return PageAnswer(status: 405, headers: [("Allow", "GET, HEAD")])
    }
    return nil
  }

  /// For pictures and videos, which a browser shows in pages of its own. No script runs in them.
  static let filePolicy =
    "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox"

  /// The headers of every file.
  /// - Parameter policy: Of a page.
  static func headers(ofFile name: String, _ policy: String?) -> [(name: String, value: String)] {
    [
      ("Content-Security-Policy", policy ?? filePolicy),
      ("Content-Type", type(of: name)), ("X-Content-Type-Options", "nosniff"),
      ("Cross-Origin-Resource-Policy", "same-origin"),
      ("Cross-Origin-Opener-Policy", "same-origin"),
      ("X-Frame-Options", "DENY"), ("Referrer-Policy", "no-referrer"),
      ("Cache-Control", "no-cache"),
      ("Accept-Ranges", "bytes"),
    ]
  }

  /// Pictures, videos and the gallery's own files. All else is only saved: an SVG may have scripts.
  static func type(of name: String) -> String {
    let kind = name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
    return types[kind] ?? "application/octet-stream"
  }

  /// Whether a browser would interpret the file.
  static func isPage(_ name: String) -> Bool {
    let type = type(of: name)
    return type.hasPrefix("text/") || type.contains("xml")
  }

  private static let types = [
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "xml": "application/atom+xml; charset=utf-8", "jpg": "image/jpeg", "jpeg": "image/jpeg",
    "png": "image/png", "gif": "image/gif", "webp": "image/webp", "avif": "image/avif",
    "mp4": "video/mp4", "webm": "video/webm",
  ]
}
