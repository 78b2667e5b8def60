import Foundation

/// The cookies that redirects of one exchange set: some servers send a browser to the same address until it has one.
/// They go only to the host that set them, and are forgotten with the exchange.
struct ExchangeCookies {
  private struct Cookie {
    let host: String
    let isSecure: Bool
    let name: Substring
    let value: Substring
  }

  private static let most = 32
  private static let mostBytes = 4096

  private var cookies: [Cookie] = []

  /// Takes the cookies of a response (RFC 6265, section 5.2). Those that it removes are removed.
  mutating func take(_ head: ResponseHead, from address: Address) {
    for field in head.headers.values(of: "set-cookie") {
      let parts = field.split(separator: ";", omittingEmptySubsequences: false)
      let pair = parts[0].split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2, let name = Self.clean(pair[0]), let value = Self.clean(pair[1]),
        !name.isEmpty, field.utf8.count <= Self.mostBytes
      else { continue }
      let marks = parts.dropFirst().map { $0.lowercased().filter { !$0.isWhitespace } }
      let host = address.endpoint.name
      cookies.removeAll { $0.host == host && $0.name == name }
      guard !marks.contains("max-age=0"), !marks.contains(where: { $0.hasPrefix("max-age=-") }),
        cookies.count < Self.most
      else { continue }
      // What came over TLS does not go over plain HTTP, whatever the server says.
      let isSecure = address.endpoint.isSecure || marks.contains("secure")
      cookies.append(Cookie(host: host, isSecure: isSecure, name: name, value: value))
    }
  }

  /// The header for a request; nil if there are none for it.
  func header(for address: Address) -> HTTPHeader? {
    let own = cookies.filter {
      $0.host == address.endpoint.name && (!$0.isSecure || address.endpoint.isSecure)
    }
    guard !own.isEmpty else { return nil }
    return HTTPHeader("Cookie", own.map { "\($0.name)=\($0.value)" }.joined(separator: "; "))
  }

  /// Without white space around it; nil if it has characters that no header may have.
  private static func clean(_ text: Substring) -> Substring? {
    guard text.utf8.allSatisfy({ (32..<127).contains($0) || $0 == 9 }) else { return nil }
    let start = text.drop { $0 == " " || $0 == "\t" }
    return start.lastIndex { $0 != " " && $0 != "\t" }.map { start[...$0] } ?? start
  }
}
