/// What came back. Only statuses that are worth reading reach a provider: 200 to 299, and 400 to 499
/// except 408, 425 and 429; the host deals with the others.
public struct Answer: Codable, Sendable, Hashable {
  /// The HTTP status.
  public var status: Int
  /// Lower-case names; of repeated headers the last.
  public var headers: [String: String]
  /// The body as text, from UTF-8 or UTF-16, or from an older encoding if the answer says which; other bytes
  /// have become U+FFFD.
  public var body: String

  /// An answer; tests mostly give just a body.
  public init(status: Int = 200, headers: [String: String] = [:], body: String) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}
