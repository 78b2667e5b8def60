/// What a site says about a photo besides its listing, in parts that are requested separately.
///
/// A part is nil if it is not known. An empty part states that the site has nothing, so that it is not
/// requested again until the photo changes.
public struct PhotoDetails: Codable, Sendable, Hashable {
  /// The parts by the names that a user gives.
  public enum Part: String, Codable, Sendable, Hashable, CaseIterable {
    case info, comments, exif, people, notes, geo, contexts
  }

  /// Counts, permissions and other single facts.
  public var info: PhotoInfo?
  /// In the order of their dates.
  public var comments: [PhotoComment]?
  /// The fields of EXIF, IPTC and XMP, in the site's order.
  public var exif: [ExifField]?
  /// Who is in the photo.
  public var people: [PersonInPhoto]?
  /// The notes on parts of the photo, in the site's order.
  public var notes: [NoteOnPhoto]?
  /// The place where the photo was taken, in degrees and in names.
  public var geo: PhotoGeo?
  /// The albums, galleries and groups that show the photo.
  public var contexts: [PhotoContext]?

  /// Details without any part unless it is given.
  public init(
    info: PhotoInfo? = nil, comments: [PhotoComment]? = nil, exif: [ExifField]? = nil,
    people: [PersonInPhoto]? = nil, notes: [NoteOnPhoto]? = nil, geo: PhotoGeo? = nil,
    contexts: [PhotoContext]? = nil
  ) {
    (self.info, self.comments, self.exif) = (info, comments, exif)
    (self.people, self.notes, self.geo, self.contexts) = (people, notes, geo, contexts)
  }

  /// Details in which some parts are known to be empty.
  package init(emptyIn parts: Set<Part>) {
    self = PhotoDetails(
      info: PhotoInfo(), comments: [], exif: [], people: [], notes: [], geo: PhotoGeo(),
      contexts: []
    ).keeping(parts)
  }

  /// The parts that are known.
  public var parts: Set<Part> {
    Set(Part.allCases.filter { has($0) })
  }

  private func has(_ part: Part) -> Bool {
    switch part {
    case .info: info != nil
    case .comments: comments != nil
    case .exif: exif != nil
    case .people: people != nil
    case .notes: notes != nil
    case .geo: geo != nil
    case .contexts: contexts != nil
    }
  }

  /// These details with the parts of others in place of their own.
  public func replacing(with other: PhotoDetails) -> PhotoDetails {
    PhotoDetails(
      info: other.info ?? info, comments: other.comments ?? comments, exif: other.exif ?? exif,
      people: other.people ?? people, notes: other.notes ?? notes, geo: other.geo ?? geo,
      contexts: other.contexts ?? contexts)
  }

  /// Only some of the parts.
  public func keeping(_ parts: Set<Part>) -> PhotoDetails {
    PhotoDetails(
      info: parts.contains(.info) ? info : nil,
      comments: parts.contains(.comments) ? comments : nil,
      exif: parts.contains(.exif) ? exif : nil, people: parts.contains(.people) ? people : nil,
      notes: parts.contains(.notes) ? notes : nil, geo: parts.contains(.geo) ? geo : nil,
      contexts: parts.contains(.contexts) ? contexts : nil)
  }
}

extension PhotoDetails {
  /// The details with texts cleaned and impossible numbers dropped. Entries beyond the limit are dropped, and so
  /// are those without an id where they need one.
  package func checked() -> PhotoDetails {
    PhotoDetails(
      info: info?.checked(), comments: comments.map { Self.some($0) { $0.checked() } },
      exif: exif.map { Self.some($0) { $0.checked() } },
      people: people.map { Self.some($0) { $0.checked() } },
      notes: notes.map { Self.some($0) { $0.checked() } }, geo: geo?.checked(),
      contexts: contexts.map { Self.some($0) { $0.checked() } })
  }

  private static func some<Entry>(_ entries: [Entry], _ check: (Entry) -> Entry?) -> [Entry] {
    entries.prefix(JointLimits.details).compactMap(check)
  }
}
