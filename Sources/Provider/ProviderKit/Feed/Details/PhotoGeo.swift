/// Where a photo was taken, in words.
public struct PhotoGeo: Codable, Sendable, Hashable {
  /// Degrees north.
  public var latitude: Double?
  /// Degrees east.
  public var longitude: Double?
  /// From 1 (the world) to 16 (a street).
  public var accuracy: Int?
  /// `indoors` or `outdoors`.
  public var setting: String?
  /// A part of the locality; nil if the site does not name it.
  public var neighbourhood: String?
  /// A city, town or village; nil if the site does not name it.
  public var locality: String?
  /// An administrative area within the region; nil if the site does not name it.
  public var county: String?
  /// An administrative area within the country, such as a state or a province; nil if the site does not name it.
  public var region: String?
  /// The country's name for people; nil if the site does not name it.
  public var country: String?

  /// A place; nothing is known unless it is given.
  public init(
    latitude: Double? = nil, longitude: Double? = nil, accuracy: Int? = nil,
    setting: String? = nil, neighbourhood: String? = nil, locality: String? = nil,
    county: String? = nil, region: String? = nil, country: String? = nil
  ) {
    (self.latitude, self.longitude, self.accuracy) = (latitude, longitude, accuracy)
    (self.setting, self.neighbourhood, self.locality) = (setting, neighbourhood, locality)
    (self.county, self.region, self.country) = (county, region, country)
  }
}

extension PhotoGeo {
  func checked() -> PhotoGeo {
    let isOnEarth =
      latitude.map { (-90...90).contains($0) } ?? false
      && longitude.map { (-180...180).contains($0) } ?? false
    let text = { (words: String?) in words?.cleaned(to: JointLimits.sentence) }
    return PhotoGeo(
      latitude: isOnEarth ? latitude : nil, longitude: isOnEarth ? longitude : nil,
      accuracy: accuracy.flatMap { (1...16).contains($0) ? $0 : nil },
      setting: setting?.cleaned(to: JointLimits.name), neighbourhood: text(neighbourhood),
      locality: text(locality), county: text(county), region: text(region), country: text(country))
  }
}

/// An album, a gallery or a group that shows a photo.
public struct PhotoContext: Codable, Sendable, Hashable {
  /// The kinds of collections of photos.
  public enum Kind: String, Codable, Sendable, Hashable, CaseIterable {
    case album, gallery, group
  }

  /// Whether it is an album, a gallery or a group.
  public var kind: Kind
  /// Its id at the site.
  public var id: String
  /// One line; empty if unknown.
  public var title: String

  /// A context; its title may be unknown.
  public init(_ kind: Kind, id: String, title: String = "") {
    (self.kind, self.id, self.title) = (kind, id, title)
  }
}

extension PhotoContext {
  func checked() -> PhotoContext? {
    guard id.isName() else { return nil }
    return PhotoContext(kind, id: id, title: title.cleaned(to: JointLimits.sentence))
  }
}
