/// Which page of which source is wanted.
public struct PageQuery: Codable, Sendable, Hashable {
  /// What a person wrote after the colon, without the part from `?` on: `recent`, `user/NSID`.
  public var selector: String
  /// What stood after the `?`, percent-decoded: `["tags": "cat"]`.
  public var parameters: [String: String]
  /// The settings' values, defaults filled in, secrets left out.
  public var settings: [String: String]
  /// From ``Page/next`` of the page before; nil for the first page.
  public var cursor: String?

  /// A query for a page, the first one unless `cursor` is given.
  public init(
    selector: String, parameters: [String: String] = [:], settings: [String: String] = [:],
    cursor: String? = nil
  ) {
    self.selector = selector
    self.parameters = parameters
    self.settings = settings
    self.cursor = cursor
  }
}
