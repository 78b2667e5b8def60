import Catalog

/// The id of a mirror: 32 random hexadecimal digits in its catalog, which its copies share.
enum MirrorIdentity {
  private static let setting = "mirror-id"

  /// Nil if it has none: no task of this version has changed it yet. Blocks.
  static func of(_ catalog: Catalog) throws(CatalogError) -> String? {
    try catalog.setting(setting)
  }

  /// Gives a mirror an id if it has none. Blocks; the caller holds the lock.
  static func ensure(in catalog: Catalog) throws(CatalogError) {
    guard try of(catalog) == nil else { return }
    let digits = (0..<32).map { _ in String(Int.random(in: 0..<16), radix: 16) }
    try catalog.noteSetting(setting, digits.joined())
  }
}
