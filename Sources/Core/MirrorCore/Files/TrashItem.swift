/// A photo in the trash.
package struct TrashItem: Sendable, Hashable {
  /// The path of its file, relative to the mirror.
  package let place: String
  /// The record that was stored with it; empty if it is too large to be one.
  package let record: [UInt8]

  package init(place: String, record: [UInt8]) { (self.place, self.record) = (place, record) }

  /// A longer record was not written by this program.
  package static let longestRecord = 1 << 20
}
