/// Under which terms a photo may be used.
public struct License: Codable, Sendable, Hashable {
  /// As the site says it: `CC BY 4.0`.
  public var name: String
  /// Where the terms are written out.
  public var url: String?

  /// A licence by its name and, where it is known, the address of its terms.
  public init(name: String, url: String? = nil) {
    self.name = name
    self.url = url
  }
}
