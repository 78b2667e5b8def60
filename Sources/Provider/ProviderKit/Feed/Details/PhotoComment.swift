/// A comment on a photo.
public struct PhotoComment: Codable, Sendable, Hashable {
  /// Unique among the comments of the site.
  public var id: String
  /// The author's permanent account id.
  public var author: String
  /// The author's name for people; nil if the site does not state it.
  public var authorName: String?
  /// Seconds since 1970.
  public var postedAt: Int64?
  /// Plain text or HTML, as the site gives it.
  public var text: String
  /// Its address.
  public var pageURL: String?

  /// A comment; only `id` and `text` are required.
  public init(
    id: String, author: String = "", authorName: String? = nil, postedAt: Int64? = nil,
    text: String, pageURL: String? = nil
  ) {
    (self.id, self.author, self.authorName) = (id, author, authorName)
    (self.postedAt, self.text, self.pageURL) = (postedAt, text, pageURL)
  }
}

/// A note that somebody put onto a part of a photo.
public struct NoteOnPhoto: Codable, Sendable, Hashable {
  /// Unique among the notes of the photo.
  public var id: String
  /// The author's permanent account id.
  public var author: String
  /// The author's name for people; nil if the site does not state it.
  public var authorName: String?
  /// Plain text or HTML, as the site gives it; cut to 4096 bytes.
  public var text: String
  /// The part of the photo; nil if the site does not state it. A part that is not within the photo is dropped.
  public var box: PhotoBox?

  /// A note; only `id` and `text` are required.
  public init(
    id: String, author: String = "", authorName: String? = nil, text: String, box: PhotoBox? = nil
  ) {
    (self.id, self.author, self.authorName) = (id, author, authorName)
    (self.text, self.box) = (text, box)
  }
}

/// Somebody who is in a photo.
public struct PersonInPhoto: Codable, Sendable, Hashable {
  /// The permanent account id.
  public var id: String
  /// The name that the account shows.
  public var name: String?
  /// The person's own name, where ``name`` is that of the account; nil if the site does not state it.
  public var realName: String?
  /// Nil if nobody marked the place.
  public var box: PhotoBox?

  /// A person; only `id` is required.
  public init(id: String, name: String? = nil, realName: String? = nil, box: PhotoBox? = nil) {
    (self.id, self.name, self.realName, self.box) = (id, name, realName, box)
  }
}

extension PersonInPhoto {
  /// The name for people; the account's id if there is none.
  package var shownName: String {
    [realName, name].lazy.compactMap(\.self).first { !$0.isEmpty } ?? id
  }
}

/// A part of a photo, in pixels from the upper left corner of the photo as the site shows it, scaled so that its
/// longest edge has ``edge`` pixels.
public struct PhotoBox: Codable, Sendable, Hashable {
  /// Pixels from the left edge of the photo to that of the box: 0 or more, and less than ``edge``.
  public var x: Int
  /// Pixels from the upper edge of the photo to that of the box: 0 or more, and less than ``edge``.
  public var y: Int
  /// Pixels, at least 1; ``x`` and the width are at most ``edge`` together.
  public var width: Int
  /// Pixels, at least 1; ``y`` and the height are at most ``edge`` together.
  public var height: Int
  /// Pixels of the longest edge of the photo in which the box is measured: 1 to 1,000,000.
  public var edge: Int

  /// A rectangle of a photo whose longest edge has `edge` pixels.
  public init(x: Int, y: Int, width: Int, height: Int, edge: Int) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
    self.edge = edge
  }
}

extension PhotoComment {
  func checked() -> PhotoComment? {
    guard id.isName() else { return nil }
    var checked = self
    checked.author = author.cleaned(to: JointLimits.name)
    checked.authorName = authorName?.cleaned(to: JointLimits.sentence)
    checked.postedAt = postedAt.flatMap { Photo.moments.contains($0) ? $0 : nil }
    checked.text = text.cleaned(to: JointLimits.text, keepsLines: true)
    checked.pageURL = pageURL.flatMap { $0.isWebAddress ? $0 : nil }
    return checked
  }
}

extension NoteOnPhoto {
  func checked() -> NoteOnPhoto? {
    guard id.isName() else { return nil }
    return NoteOnPhoto(
      id: id, author: author.cleaned(to: JointLimits.name),
      authorName: authorName?.cleaned(to: JointLimits.sentence),
      text: text.cleaned(to: JointLimits.sentence, keepsLines: true), box: box?.checked())
  }
}

extension PersonInPhoto {
  func checked() -> PersonInPhoto? {
    guard id.isName() else { return nil }
    return PersonInPhoto(
      id: id, name: name?.cleaned(to: JointLimits.sentence),
      realName: realName?.cleaned(to: JointLimits.sentence), box: box?.checked())
  }
}

extension PhotoBox {
  /// Nil if it is not within the photo.
  fileprivate func checked() -> PhotoBox? {
    let edges = 1...JointLimits.edge
    guard edges.contains(edge), edges.contains(width), edges.contains(height),
      (0..<edge).contains(x), (0..<edge).contains(y), x + width <= edge, y + height <= edge
    else { return nil }
    return self
  }
}
