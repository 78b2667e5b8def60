import Foundation
import MirrorCore
import SystemCalls

/// A user's name and password on a WebDAV server (Basic authentication, RFC 7617). No message shows the password.
package struct WebDAVCredentials: Sendable, Hashable {
  private static let user = "PHOTOMIRROR_WEBDAV_USER"
  private static let password = "PHOTOMIRROR_WEBDAV_PASSWORD"
  /// Bytes of a file with a password.
  private static let limit = 4096

  /// The value of the header `Authorization`.
  let header: String
  /// What no message may show.
  let secrets: [String]

  init(user: String, password: String) {
    let text = Data("\(user):\(password)".utf8).base64EncodedString()
    (header, secrets) = ("Basic \(text)", [password, text])
  }

  /// The password of `PHOTOMIRROR_WEBDAV_PASSWORD`, or of the file that the same with `_FILE` names, and the user in the
  /// address or in `PHOTOMIRROR_WEBDAV_USER`; nil if neither a user nor a password is set. Blocks.
  /// - Throws: ``MirrorError`` that names what is missing, or the host to which a password would be sent without TLS.
  package static func read(
    _ variables: [String: String], for address: WebDAVAddress
  ) throws(MirrorError) -> WebDAVCredentials? {
    let name = address.user ?? value(user, variables)
    let word = try secret(variables)
    guard let name else {
      guard word != nil else { return nil }
      throw .directory("no user is named for \(address.location.name)", .storePassword)
    }
    guard let word else {
      throw .directory(
        "there is no password for \(address.location.name) in the environment", .storePassword)
    }
    guard WebDAVAddress.isUser(name) else {
      throw .directory("\(user) is no name of a user", .storePassword)
    }
    guard address.isPrivate || address.acceptsClearText else {
      throw .directory(
        "the password for \(address.location.name) would be sent without TLS",
        .clearText(host: address.host))
    }
    return WebDAVCredentials(user: name, password: word)
  }

  /// An empty variable is not set.
  private static func value(_ name: String, _ variables: [String: String]) -> String? {
    variables[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func secret(_ variables: [String: String]) throws(MirrorError) -> String? {
    let name = password + "_FILE"
    guard let path = value(name, variables) else { return value(password, variables) }
    guard value(password, variables) == nil else {
      throw .directory("\(password) and \(name) are both set", .storePassword)
    }
    let text = SmallFile.text(of: path, atMost: limit).trimmingCharacters(in: .newlines)
    guard !text.isEmpty, !text.contains(where: \.isNewline) else {
      throw .directory("\(name): \(path) does not hold one line of text", .storePassword)
    }
    return text
  }
}

extension WebDAVCredentials: CustomStringConvertible, CustomReflectable {
  package var description: String { "credentials" }
  package var customMirror: Swift.Mirror { Swift.Mirror(self, children: []) }
}
