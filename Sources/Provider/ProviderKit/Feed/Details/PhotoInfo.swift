/// Facts about a photo that listings do not contain.
public struct PhotoInfo: Codable, Sendable, Hashable {
  /// How often its page was shown.
  public var views: Int?
  /// The number of its comments; nil if unknown.
  public var comments: Int?
  /// Degrees clockwise by which the site turned its smaller sizes: 0, 90, 180 or 270. The original is not turned.
  public var rotation: Int?
  /// `safe`, `moderate` or `restricted`.
  public var safety: String?
  /// Whether others may download the original.
  public var mayDownload: Bool?
  /// The owner's own name, where ``Photo/ownerName`` is that of the account; nil if the site does not state it.
  public var ownerRealName: String?
  /// The owner's place of residence, in the owner's words; nil if the site does not state it.
  public var ownerLocation: String?
  /// The tags as they were written, where a listing has only the letters and digits: `San Francisco`.
  public var tags: [String]?
  /// Where listings do not state it, as feeds do not.
  public var license: License?
  /// Pixels of the largest size that the site shows.
  public var width: Int?
  /// Pixels of the largest size that the site shows.
  public var height: Int?

  /// Facts; none unless given.
  public init(
    views: Int? = nil, comments: Int? = nil, rotation: Int? = nil, safety: String? = nil,
    mayDownload: Bool? = nil, ownerRealName: String? = nil, ownerLocation: String? = nil,
    tags: [String]? = nil, license: License? = nil, width: Int? = nil, height: Int? = nil
  ) {
    (self.license, self.width, self.height) = (license, width, height)
    (self.views, self.comments, self.rotation) = (views, comments, rotation)
    (self.safety, self.mayDownload) = (safety, mayDownload)
    (self.ownerRealName, self.ownerLocation, self.tags) = (ownerRealName, ownerLocation, tags)
  }
}

extension PhotoInfo {
  func checked() -> PhotoInfo {
    let edge = { (pixels: Int?) in
      pixels.flatMap { (1...JointLimits.edge).contains($0) ? $0 : nil }
    }
    return PhotoInfo(
      views: views.flatMap { $0 < 0 ? nil : $0 }, comments: comments.flatMap { $0 < 0 ? nil : $0 },
      rotation: rotation.flatMap { [0, 90, 180, 270].contains($0) ? $0 : nil },
      safety: safety?.cleaned(to: JointLimits.name), mayDownload: mayDownload,
      ownerRealName: ownerRealName?.cleaned(to: JointLimits.sentence),
      ownerLocation: ownerLocation?.cleaned(to: JointLimits.sentence),
      tags: tags?.prefix(JointLimits.tags).map { $0.cleaned(to: JointLimits.sentence) },
      license: license?.cleaned(), width: edge(width), height: edge(height))
  }
}

/// A field of a photo's EXIF, IPTC or XMP data, as the site read it from the uploaded file.
public struct ExifField: Codable, Sendable, Hashable {
  /// The group that has it: `IFD0`, `ExifIFD`, `GPS`.
  public var group: String
  /// `Make`.
  public var tag: String
  /// Its name for people; nil if that is the tag.
  public var label: String?
  /// As in the file.
  public var value: String
  /// The value for people, such as `72 dpi` for `72`; nil if that is the value.
  public var text: String?

  /// A field; only `tag` and `value` are required.
  public init(
    group: String = "", tag: String, label: String? = nil, value: String, text: String? = nil
  ) {
    (self.group, self.tag, self.label) = (group, tag, label)
    (self.value, self.text) = (value, text)
  }
}

extension ExifField {
  func checked() -> ExifField? {
    guard tag.isName() else { return nil }
    return ExifField(
      group: group.cleaned(to: JointLimits.name), tag: tag,
      label: label?.cleaned(to: JointLimits.name),
      value: value.cleaned(to: JointLimits.sentence, keepsLines: true),
      text: text?.cleaned(to: JointLimits.sentence, keepsLines: true))
  }
}
