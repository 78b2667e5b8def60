import Foundation
import MirrorCore
import SystemCalls

/// A place in an object store (S3), as an address of a store names it.
package struct BucketAddress: Sendable, Hashable {
  /// Where the bucket's name is in an address.
  package enum Addressing: String, CaseIterable, Sendable, Hashable {
    /// `https://host/bucket/key`, which compatible servers offer.
    case path
    /// `https://bucket.host/key`.
    case host
  }

  /// Chooses this kind of store.
  package static let scheme = "s3"

  /// The bucket's name.
  package let bucket: String
  /// Without slashes at its ends; empty for the bucket itself.
  package let prefix: String
  /// The server's address; nil for Amazon's.
  package var endpoint: String?
  /// Nil: that of the environment.
  package var region: String?
  /// Nil: the usual one of the endpoint.
  package var addressing: Addressing?
  /// Of new photos and sidecars; nil: as before.
  package var lock: ObjectLock?

  /// Reads `s3://bucket/prefix`; nil if the text is no such place.
  package init?(_ text: String) {
    guard text.hasPrefix("\(Self.scheme)://") else { return nil }
    let parts = text.dropFirst(5).split(
      separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    var prefix = parts.count > 1 ? parts[1] : ""
    if prefix.hasSuffix("/") { prefix.removeLast() }
    guard Self.isBucket(parts[0]), Self.isPrefix(prefix) else { return nil }
    (bucket, self.prefix) = (String(parts[0]), String(prefix))
  }

  /// Nil if a part is not one that an option could have: a catalog may come from somebody else.
  package init?(_ location: StoreLocation) {
    self.init(location.name)
    for (name, value) in location.settings {
      guard Self.setting(name, value) == value else { return nil }
    }
    endpoint = location.settings[StoreLocation.endpoint]
    region = location.settings["region"]
    addressing = location.settings["addressing"].flatMap(Addressing.init)
    lock = location.lock
  }

  /// `s3://bucket/prefix`.
  package var name: String { "s3://\(bucket)" + (prefix.isEmpty ? "" : "/\(prefix)") }

  /// As it is written and recorded.
  package var location: StoreLocation {
    let settings = [
      StoreLocation.endpoint: endpoint, "region": region, "addressing": addressing?.rawValue,
    ]
    return StoreLocation(name: name, settings: settings.compactMapValues(\.self), lock: lock)
  }

  /// The value of a setting as it is used; nil if there is no such setting, or if it is no value of it.
  package static func setting(_ name: String, _ value: String) -> String? {
    switch name {
    case StoreLocation.endpoint: endpoint(value)
    case "region": isRegion(value) ? value : nil
    case "addressing": Addressing(rawValue: value)?.rawValue
    default: nil
    }
  }
}

/// What parts of an address may be.
extension BucketAddress {
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
      && prefix.leadsDown
  }

  /// An endpoint as it is used: scheme and host, with the port if one is given; nil if the text is not such an address.
  static func endpoint(_ text: String) -> String? {
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
  static func isRegion(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
        default: false
        }
      }
  }
}
