/// What a site says of a photo that its listing does not show.
package enum Presence: Sendable, Hashable {
  /// It has the photo.
  case there
  /// It has no such photo, or none that this account may see.
  case gone
  /// It did not answer the question.
  case unknown
  /// It has no such question.
  case unasked
}
