/// What a photo or one of its renditions is.
public enum MediaKind: String, Codable, Sendable, Hashable {
  case photo, video
}

/// Whether a site has finished processing a video.
public enum MediaStatus: String, Codable, Sendable, Hashable {
  /// Its files are offered.
  case ready
  /// Its files will be offered later.
  case pending
  /// The site could not process it.
  case failed
}

/// Who may see a photo at its site.
public enum Privacy: String, Codable, Sendable, Hashable {
  /// Everybody.
  case `public`
  /// Those whom the owner marked as friends.
  case friends
  /// Those whom the owner marked as family.
  case family
  case friendsAndFamily = "friends and family"
  /// The owner alone.
  case `private`
}
