import CPostgreSQL
import Glibc

/// The address of a database: `postgresql://user@host:port/database?option=value`. Every part may be left
/// out. libpq takes what is left out from the `PG…` variables of the environment and a service file, and the password
/// from `~/.pgpass` or the file of `PGPASSFILE` (https://www.postgresql.org/docs/current/libpq-connect.html).
package struct ServerAddress: Sendable, Hashable {
  /// As it was given. It contains no password.
  package let text: String
  /// By keyword.
  let parameters: [String: String]

  /// Whether a text has the form of such an address.
  package static func isAddress(_ text: String) -> Bool {
    schemes.contains { text.hasPrefix($0) }
  }

  private static let schemes = ["postgresql://", "postgres://"]
  private static let longest = 4096

  /// - Throws: ``ServerError`` if libpq is not installed or cannot read it, and if it contains a password: other users of the machine
  ///   see the arguments of processes.
  package init(_ text: String) throws(ServerError) {
    guard Self.isAddress(text), text.utf8.count <= Self.longest, !text.utf8.contains(0) else {
      throw ServerError(.address, "a database's address begins with postgresql://")
    }
    if let reason = postgresql_load() {
      throw ServerError(
        .library, "libpq 14 or newer, Debian's libpq5, is required: \(String(cString: reason))")
    }
    var reason: UnsafeMutablePointer<CChar>?
    defer { PQfreemem(reason) }
    guard let options = PQconninfoParse(text, &reason) else {
      // The reason quotes parts of the address, possibly with a password.
      throw ServerError(
        .address, "the address '\(Self.redacted(text, isInvalid: true))' is not valid")
    }
    defer { PQconninfoFree(options) }
    let parameters = Self.values(options)
    // libpq looks at it later: in "postgresql://user:password" the password is the port.
    guard parameters["port"]?.allSatisfy({ "0123456789,".contains($0) }) ?? true else {
      throw ServerError(
        .address, "the address '\(Self.redacted(text, isInvalid: true))' is not valid")
    }
    guard Self.secrets.allSatisfy({ parameters[$0] == nil }) else {
      throw ServerError(
        .address, "the address '\(Self.redacted(text, isInvalid: true))' contains a password")
    }
    (self.text, self.parameters) = (text, parameters)
  }

  private static let secrets = ["password", "sslpassword"]

  /// The options that are set.
  static func values(_ options: UnsafeMutablePointer<PQconninfoOption>) -> [String: String] {
    var values: [String: String] = [:]
    var option = options
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val {
        values[String(cString: keyword)] = String(cString: value)
      }
      option += 1
    }
    return values
  }

  /// A text without what may be a password. All of it stays if there is none.
  /// - Parameter isInvalid: libpq does not understand it, so that any part may be one.
  package static func redacted(_ text: String, isInvalid: Bool = false) -> String {
    guard let start = text.range(of: "://")?.upperBound else { return text }
    let scheme = text[..<start]
    var (rest, query) = (text[start...], Substring())
    // A password may contain all other signs but the last of these.
    let end = rest[(rest.lastIndex(of: "@") ?? rest.startIndex)...].firstIndex(of: "?")
    if let end { (rest, query) = (rest[..<end], rest[end...]) }
    if isInvalid ? !query.isEmpty : hasPassword(query) { query = "?[hidden]" }
    guard let at = rest.lastIndex(of: "@") else {
      return "\(scheme)\(isInvalid ? withoutPort(rest) : rest)\(query)"
    }
    guard let colon = rest[..<at].firstIndex(of: ":") else { return "\(scheme)\(rest)\(query)" }
    return "\(scheme)\(rest[..<colon]):[hidden]\(rest[at...])\(query)"
  }

  /// An authority without `@` whose port is none may be a user and a password.
  private static func withoutPort(_ rest: Substring) -> Substring {
    let authority = rest.prefix { $0 != "/" }
    guard let colon = authority.lastIndex(of: ":"),
      !authority[colon...].dropFirst().allSatisfy(\.isNumber)
    else { return rest }
    return rest[..<colon] + ":[hidden]"
  }

  /// Whether the name of a value contains "pass", however it is written.
  private static func hasPassword(_ query: Substring) -> Bool {
    query.dropFirst().split(separator: "&").contains { pair in
      let name = pair.prefix { $0 != "=" }
      return name.contains("%") || name.lowercased().contains("pass") && name != "passfile"
    }
  }

  /// Whether nobody else can read what is sent there: a socket of this machine, or its loopback.
  static func isLocal(host: String?, address: String?) -> Bool {
    let hosts = [host, address].compactMap(\.self).flatMap { $0.split(separator: ",") }
    return hosts.allSatisfy {
      $0.hasPrefix("/") || $0.hasPrefix("@") || $0 == "localhost" || $0 == "::1"
        || ($0.hasPrefix("127.") && $0.allSatisfy { "0123456789.".contains($0) })
    }
  }
}

extension StringProtocol {
  /// The first occurrence of a text.
  fileprivate func range(of text: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) {
        return start..<index(start, offsetBy: text.count)
      }
      start = index(after: start)
    }
    return nil
  }
}
