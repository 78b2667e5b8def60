import Catalog

/// The id of a mirror: 32 random hexadecimal digits in its catalog, which its copies share, and in the place of its
/// photos (``PlaceCheck``).
enum MirrorIdentity {
  /// The digits of a mirror's id, also in the mark in the place of the photos.
  static let length = 32
  private static let setting = "mirror-id"

  /// Nil if it has none: no task of this version has changed it yet. Blocks.
  static func of(_ catalog: Catalog) throws(CatalogError) -> String? {
    try catalog.setting(setting)
  }

  /// Gives a mirror an id if it has none. Of several processes that do so at once, one wins. Blocks.
  @discardableResult
  static func ensure(in catalog: Catalog) throws(CatalogError) -> String {
    if let known = try of(catalog) { return known }
    let digits = (0..<length).map { _ in String(Int.random(in: 0..<16), radix: 16) }
    try catalog.noteSettingOnce(setting, digits.joined())
    return try of(catalog) ?? digits.joined()
  }

  /// Gives a mirror without photos the id of the place in which it stores them. Blocks.
  static func take(_ id: String, in catalog: Catalog) throws(CatalogError) {
    try catalog.noteSetting(setting, id)
  }
}
