/// How much may cross the joint. What is more is refused, or cut where it is text for people.
package enum JointLimits {
  /// Bytes of one answer.
  package static let answer = 64 << 20
  /// Photos, refused entries, and skipped entries of one page.
  package static let photos = 10_000
  /// Notes of one page; what is more is dropped.
  package static let notes = 16
  /// Renditions of one photo.
  package static let renditions = 64
  /// Tags of one photo; what is more is dropped.
  package static let tags = 1_000
  /// Sources, settings, addresses and sizes of a manifest; parameters and headers of a request.
  package static let entries = 256
  /// Bytes of an id, an owner, a name.
  package static let name = 200
  /// Bytes of an address, a selector, a cursor.
  package static let address = 8 << 10
  /// Bytes of a sentence for people.
  package static let sentence = 4 << 10
  /// Bytes of a title, a description, a parameter's value.
  package static let text = 64 << 10
  /// Pixels of one edge.
  package static let edge = 1_000_000
}
