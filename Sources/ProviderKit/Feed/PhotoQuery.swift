/// Which photo's renditions are wanted.
public struct PhotoQuery: Codable, Sendable, Hashable {
  /// The photo as the listing gave it.
  public var photo: Photo
  /// The settings' values, defaults filled in, secrets left out.
  public var settings: [String: String]

  /// A query for the renditions of `photo`.
  public init(photo: Photo, settings: [String: String] = [:]) {
    self.photo = photo
    self.settings = settings
  }
}
