import MirrorCore
import ProviderKit

/// A catalog with what only runs and tasks ask of it, besides the walk's port.
package protocol TaskCatalog: PhotoCatalog {
  /// Begins a pass over the listing, or resumes the incomplete one: a source has at most one open pass that
  /// is not limited. Pages that are admitted before this call belong to no pass.
  /// - Parameter isLimited: Whether the run is limited to a number of photos. Such a pass is never complete,
  ///   and never resumed.
  func beginPass(isLimited: Bool) async throws(MirrorError) -> PassRecord

  /// Albums in the order of their ids.
  /// - Parameter after: The id of the last album of the previous batch; 0 for the first batch.
  func albums(after: Int64, limit: Int) async throws(MirrorError) -> [AlbumRecord]

  /// Photos of an album, in its order.
  /// - Parameter after: The last member of the previous batch; nil for the first batch.
  func members(
    ofAlbum id: Int64, after: AlbumMember?, limit: Int
  ) async throws(MirrorError) -> [AlbumMember]

  /// The API budget that an earlier run left for an account; nil if there was no call.
  func budget(of account: CallAccount) async throws(MirrorError) -> CallBudget?

  func noteBudget(_ budget: CallBudget, of account: CallAccount) async throws(MirrorError)
}
