import Foundation

/// The address of a store on a server, which holds a mirror's photos.
///
/// It is text with names: each kind of store says which addresses and settings it has, and what they mean.
public struct StoreLocation: Sendable, Hashable {
  /// The setting with the address of the server, of a kind whose names do not have it.
  package static let endpoint = "endpoint"
  private static let lockItem = "lock"

  /// `scheme://…`, as its kind of store writes it.
  public let name: String
  /// What the server's address needs besides, by names that the kind of store has.
  public var settings: [String: String]
  /// Of new photos and sidecars; nil: as before.
  public var lock: ObjectLock?

  /// An address as a kind of store writes it.
  package init(name: String, settings: [String: String] = [:], lock: ObjectLock? = nil) {
    (self.name, self.settings, self.lock) = (name, settings, lock)
  }

  /// Chooses the kind of store: what is before `://`.
  public var scheme: String { String(name.prefix { $0 != ":" }) }

  /// What the names of its settings begin with where those of all kinds are together, such as `s3-`: the scheme, without
  /// the letter that stands for TLS.
  public var optionPrefix: String { (scheme == "webdavs" ? "webdav" : scheme) + "-" }

  /// The name with the server's address, for people.
  package var text: String { name + (settings[Self.endpoint].map { " at \($0)" } ?? "") }
}

/// The text that a catalog keeps.
extension StoreLocation {
  /// The name with the settings as a query.
  package var record: String {
    let items =
      settings.sorted { $0.key < $1.key }.map { URLQueryItem(name: $0.key, value: $0.value) }
      + [lock?.record].compactMap { $0.map { URLQueryItem(name: Self.lockItem, value: $0) } }
    guard !items.isEmpty else { return name }
    var query = URLComponents()
    query.queryItems = items
    return name + "?" + (query.percentEncodedQuery ?? "")
  }

  /// The parts of a record, which no kind of store has checked; nil if a part is twice there, or is not one.
  package init?(unchecked record: String) {
    let parts = record.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    self.init(name: String(parts[0]))
    guard name.contains("://") else { return nil }
    guard parts.count > 1 else { return }
    // Foundation ends the process for an invalid one.
    guard let query = URLComponents(string: "?\(parts[1])"), let items = query.queryItems else {
      return nil
    }
    for item in items {
      guard let value = item.value else { return nil }
      if item.name == Self.lockItem {
        guard let known = ObjectLock(record: value), lock == nil else { return nil }
        lock = known
      } else {
        guard settings.updateValue(value, forKey: item.name) == nil else { return nil }
      }
    }
  }
}
