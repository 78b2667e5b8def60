import Foundation
import TestSupport

extension DAVExchange {
  /// In an order that depends on nothing but the process.
  func propfind(_ state: StrictDAV.State) -> WireServer.Step {
    guard let node = state.nodes[path] else { return Self.status("404 Not Found") }
    let isList = request.headers["depth"] == "1" && node == .folder
    let children =
      isList ? state.nodes.filter { !$0.key.isEmpty && Self.parent(of: $0.key) == path } : [:]
    let responses = [response(path, node, state)] + children.map { response($0, $1, state) }
    let body = Array(
      ("""
      <?xml version="1.0" encoding="utf-8"?>
      <D:multistatus xmlns:D="DAV:" xmlns:oc="http://owncloud.org/ns">
      """ + responses.joined() + (isList ? state.added : "") + "</D:multistatus>").utf8)
    return .response(
      "207 Multi-Status",
      ["Content-Type: application/xml; charset=utf-8", "Content-Length: \(body.count)"], body)
  }

  private func response(
    _ path: Path, _ node: StrictDAV.Node, _ state: StrictDAV.State
  ) -> String {
    var properties = ""
    switch node {
    case .folder:
      properties = "<D:resourcetype><D:collection/></D:resourcetype>"
      if let available = state.available {
        properties += "<D:quota-available-bytes>\(available)</D:quota-available-bytes>"
      }
    case .file(let bytes, let time, let sha256):
      properties =
        "<D:resourcetype/><D:getcontentlength>\(bytes.count)</D:getcontentlength>"
        + "<D:getlastmodified>\(Self.date(time))</D:getlastmodified>"
      if let sha256 {
        properties +=
          "<oc:checksums><oc:checksum>SHA1:00 SHA256:\(sha256)</oc:checksum></oc:checksums>"
      }
    }
    return """
      <D:response><D:href>\(reference(to: path, node, state.references))</D:href>
      <D:propstat><D:prop><D:getcontentlength>77</D:getcontentlength><oc:checksums/></D:prop>
      <D:status>HTTP/1.1 404 Not Found</D:status></D:propstat>
      <D:propstat><D:prop>\(properties)</D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat>
      </D:response>
      """
  }

  private static func date(_ seconds: Int64) -> String {
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(secondsFromGMT: 0)
    format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return format.string(from: Date(timeIntervalSince1970: TimeInterval(seconds)))
  }

  private func reference(
    to path: Path, _ node: StrictDAV.Node, _ style: StrictDAV.References
  ) -> String {
    let path = node == .folder ? path + [0x2F] : path
    let text = path.map { byte in Self.spelled(byte, style) }.joined()
    return style == .addresses ? "http://\(request.headers["host"] ?? "")\(text)" : text
  }

  private static func spelled(_ byte: UInt8, _ style: StrictDAV.References) -> String {
    let kept = style == .sparing ? "/-._~!$'()*+,;=:@#? " : "/-._~"
    let isKept =
      kept.utf8.contains(byte) || style != .triplets && byte < 0x80 && isLetterOrDigit(byte)
    if isKept { return String(UnicodeScalar(byte)) }
    let digits = String(byte, radix: 16, uppercase: style != .triplets)
    return "%" + (byte < 16 ? "0" : "") + digits
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }
}
