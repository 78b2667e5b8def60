import Foundation

/// A place in an object store (S3) that holds a mirror's photos.
public struct StoreLocation: Sendable, Hashable {
  /// Where the bucket's name is in an address.
  public enum Addressing: String, CaseIterable, Sendable, Hashable {
    /// `https://host/bucket/key`, which compatible servers offer.
    case path
    /// `https://bucket.host/key`.
    case host
  }

  /// The bucket's name.
  public let bucket: String
  /// Without slashes at its ends; empty for the bucket itself.
  public let prefix: String
  /// The server's address; nil for Amazon's.
  public var endpoint: String?
  /// Nil: that of the environment.
  public var region: String?
  /// Nil: the usual one of the endpoint.
  public var addressing: Addressing?
  /// Of new photos and sidecars; nil: as before.
  public var lock: ObjectLock?

  /// Reads `s3://bucket/prefix`; nil if the text is no such place.
  public init?(_ text: String) {
    guard text.hasPrefix("s3://") else { return nil }
    let parts = text.dropFirst(5).split(
      separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    var prefix = parts.count > 1 ? parts[1] : ""
    if prefix.hasSuffix("/") { prefix.removeLast() }
    guard Self.isBucket(parts[0]), Self.isPrefix(prefix) else { return nil }
    (bucket, self.prefix) = (String(parts[0]), String(prefix))
  }

  /// `s3://bucket/prefix`.
  public var name: String { "s3://\(bucket)" + (prefix.isEmpty ? "" : "/\(prefix)") }

  /// The name with the server's address, for people.
  package var text: String { name + (endpoint.map { " at \($0)" } ?? "") }

  /// The bucket's rules of Amazon, and capitals and underscores of older buckets.
  private static func isBucket(_ name: Substring) -> Bool {
    (3...255).contains(name.utf8.count) && !name.contains("..") && !name.hasPrefix(".")
      && !name.hasPrefix("-")
      && name.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
        default: false
        }
      }
  }

  /// Keys are at most 1024 bytes long, and a photo's path needs some of them.
  private static func isPrefix(_ prefix: Substring) -> Bool {
    guard !prefix.isEmpty else { return true }
    return prefix.utf8.count <= 512
      && prefix.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control && $0 != "?" }
      && prefix.split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
        !$0.isEmpty && $0 != "." && $0 != ".."
      }
  }
}

/// The text that a catalog keeps.
extension StoreLocation {
  /// The name with what the server's address needs, as a query.
  package var record: String {
    let items = [
      ("endpoint", endpoint), ("region", region), ("addressing", addressing?.rawValue),
      ("lock", lock?.record),
    ].compactMap { name, value in value.map { URLQueryItem(name: name, value: $0) } }
    guard !items.isEmpty else { return name }
    var query = URLComponents()
    query.queryItems = items
    return name + "?" + (query.percentEncodedQuery ?? "")
  }

  /// Nil if a part is not one that an option could have: a catalog may come from somebody else.
  package init?(record: String) {
    let parts = record.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard let location = StoreLocation(String(parts[0])) else { return nil }
    self = location
    guard parts.count > 1 else { return }
    // Foundation ends the process for an invalid one.
    guard let query = URLComponents(string: "?\(parts[1])"), let items = query.queryItems else {
      return nil
    }
    for item in items {
      guard let value = item.value else { return nil }
      switch item.name {
      case "endpoint":
        guard Self.endpoint(value) == value, endpoint == nil else { return nil }
        endpoint = value
      case "region":
        guard Self.isRegion(value), region == nil else { return nil }
        region = value
      case "addressing":
        guard let known = Addressing(rawValue: value), addressing == nil else { return nil }
        addressing = known
      case "lock":
        guard let known = ObjectLock(record: value), lock == nil else { return nil }
        lock = known
      default: return nil
      }
    }
  }

  /// An endpoint as it is used: scheme and host, with the port if one is given; nil if the text is not such an address.
  public static func endpoint(_ text: String) -> String? {
    guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
      ["http", "https"].contains(scheme), let host = parts.encodedHost?.lowercased(), !host.isEmpty,
      parts.user == nil, parts.password == nil, parts.query == nil, parts.fragment == nil,
      ["", "/"].contains(parts.path)
    else { return nil }
    let usual = scheme == "https" ? 443 : 80
    let port = parts.port.flatMap { $0 == usual ? nil : ":\($0)" } ?? ""
    return "\(scheme)://\(host)\(port)"
  }

  /// Whether a text can be the name of a region.
  public static func isRegion(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
        default: false
        }
      }
  }
}
