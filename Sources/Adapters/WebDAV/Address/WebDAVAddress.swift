import Foundation
import MirrorCore
import SystemCalls
import WebText

/// A folder on a WebDAV server, as an address of a store names it: `webdavs://user@host:port/path`.
package struct WebDAVAddress: Sendable, Hashable {
  private static let secureScheme = "webdavs"
  /// Choose this kind of store: with TLS, and without.
  package static let schemes = [secureScheme, "webdav"]
  /// The setting with the host to which a password may be sent without TLS.
  private static let clearText = "clear-text"

  /// Whether connections use TLS.
  let isSecure: Bool
  /// Nil: that of the environment, or none.
  let user: String?
  /// In lower case, as in an address.
  let host: String
  /// Nil for the usual one.
  let port: Int?
  /// The components of the folder's path, decoded; none for the server's own root.
  let folder: [String]
  /// Whether the user accepts that the password is sent without TLS.
  private(set) var acceptsClearText = false

  /// Nil if a part is not one that an option could have: a catalog may come from somebody else.
  package init?(_ location: StoreLocation) {
    guard let parts = URLComponents(string: location.name),
      let scheme = parts.scheme?.lowercased(), Self.schemes.contains(scheme),
      let host = parts.encodedHost?.lowercased(), Self.isHost(host),
      parts.password == nil, parts.query == nil, parts.fragment == nil, location.lock == nil,
      let folder = Self.components(of: parts.path), parts.user.map(Self.isUser) ?? true
    else { return nil }
    isSecure = scheme == Self.secureScheme
    let usual = isSecure ? 443 : 80
    (user, self.host, self.folder) = (parts.user, host, folder)
    port = parts.port == usual ? nil : parts.port
    guard port.map((1...65_535).contains) ?? true else { return nil }
    for (name, value) in location.settings {
      guard name == Self.clearText, value == host, !isSecure else { return nil }
      acceptsClearText = true
    }
  }

  /// As it is written and recorded.
  package var location: StoreLocation {
    let scheme = Self.schemes[isSecure ? 0 : 1]
    let login = user.map { $0.percentEncoded() + "@" } ?? ""
    let path = folder.map { "/" + $0.percentEncoded(keeping: "!$&'()*+,;=:@") }.joined()
    return StoreLocation(
      name: "\(scheme)://\(login)\(authority)\(path)",
      settings: acceptsClearText ? [Self.clearText: host] : [:])
  }

  /// The value of a setting as it is used; nil if there is no such setting, or if it is no value of it.
  package static func setting(_ name: String, _ value: String) -> String? {
    let host = value.lowercased()
    return name == clearText && isHost(host) ? host : nil
  }

  private var authority: String { host + (port.map { ":\($0)" } ?? "") }

  /// `https://host:port`
  var origin: String { "\(isSecure ? "https" : "http")://\(authority)" }

  /// Whether nobody else can read what is sent there.
  var isPrivate: Bool {
    isSecure || ["localhost", "[::1]"].contains(host)
      || (host.hasPrefix("127.") && host.allSatisfy { "0123456789.".contains($0) })
  }

  /// The percent-encoded path of a file, or of the folder itself.
  /// - Parameters:
  ///   - path: Relative to the folder; empty for itself.
  ///   - isFolder: Whether it ends with a slash.
  func path(of path: String, isFolder: Bool = false) -> String {
    let components = folder + path.pathParts.filter { !$0.isEmpty }
    let text = components.map { "/" + $0.percentEncoded() }.joined()
    return isFolder || text.isEmpty ? text + "/" : text
  }
}

/// What parts of an address may be.
extension WebDAVAddress {
  private static func isHost(_ text: String) -> Bool {
    (1...255).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x61...0x7A, 0x2D, 0x2E, 0x3A, 0x5B, 0x5D, 0x5F: true
        default: false
        }
      }
  }

  /// A colon would end it in a request (RFC 7617, section 2).
  static func isUser(_ text: String) -> Bool {
    (1...255).contains(text.utf8.count) && !text.contains(":")
      && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }

  private static func components(of path: String) -> [String]? {
    var path = path.utf8.first == UInt8(ascii: "/") ? path.dropFirst() : path[...]
    if path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
    guard !path.isEmpty else { return [] }
    let components = path.pathParts
    return path.utf8.count <= 1024 && components.allSatisfy(\.isFileName) ? components : nil
  }
}

extension String {
  /// Whether it can be one component of a path.
  var isFileName: Bool {
    !isEmpty && self != "." && self != ".."
      && !utf8.contains { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "/") }
  }
}
