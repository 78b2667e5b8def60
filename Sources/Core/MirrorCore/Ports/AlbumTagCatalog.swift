/// A mirrored photo whose sidecar does not have the albums that the catalog has.
package struct DueAlbumTags: Sendable, Hashable {
  /// The id of its record.
  package let id: Int64
  /// The mirrored file's path, relative to the mirror.
  package let path: String
  /// The titles that were written into the sidecar. Without those that it has to get, if it may be a new one.
  package let before: [String]
  /// The titles that it has to have.
  package let after: [String]

  package init(id: Int64, path: String, before: [String], after: [String]) {
    (self.id, self.path, self.before, self.after) = (id, path, before, after)
  }
}

/// A part of the photos that are or were in albums.
package struct AlbumTagBatch: Sendable, Hashable {
  /// The id of the last photo that was looked at.
  package let last: Int64
  /// In the order of their ids; may be empty.
  package let due: [DueAlbumTags]

  package init(last: Int64, due: [DueAlbumTags]) { (self.last, self.due) = (last, due) }
}

/// The part of the catalog's port for the albums in sidecars. Every method is atomic.
///
/// The catalog keeps the titles that a sidecar was written with, by which the next run tells them from the user's.
package protocol AlbumTagCatalog: Sendable {
  /// Compares the albums of photos with what their sidecars have. A photo that this run's pass did not list
  /// loses no album, because the site may have deleted it, and one that departed keeps the albums that it had.
  /// - Parameters:
  ///   - after: The id of the last photo of the previous batch; 0 for the first batch.
  ///   - limit: The photos to look at, at most.
  /// - Returns: Nil after the last photo.
  func dueAlbumTags(after: Int64, limit: Int) async throws(MirrorError) -> AlbumTagBatch?

  /// The titles that a photo's sidecar was written with; empty if none.
  func albumTags(of id: Int64) async throws(MirrorError) -> [String]

  /// Records the titles that sidecars have, by the photos' ids.
  func noteAlbumTags(_ titles: [Int64: [String]]) async throws(MirrorError)

  /// Records that all sidecars were compared with the albums that were read: ``dueAlbumTags(after:limit:)`` has no
  /// photo until an album is read, or a photo is stored, again.
  func endAlbumTags() async throws(MirrorError)

  /// Records that photos get new sidecars without albums. The same happens when a photo is completed.
  func noteNewSidecars(_ ids: [Int64]) async throws(MirrorError)
}
