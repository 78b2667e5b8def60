/// The port to the local disk on which a run keeps unfinished files. It is always local, even if the
/// destination is not.
package protocol Workspace: Sendable {
  /// The path of a photo's part file, the same in every run.
  /// - Parameter id: The id of the photo's record.
  func part(ofPhoto id: Int64) -> String

  /// Deletes the part files, with their state, of photos that are stored or whose parts are unusable.
  func discardParts(ofPhotos ids: [Int64]) async throws(StorageError)
}
