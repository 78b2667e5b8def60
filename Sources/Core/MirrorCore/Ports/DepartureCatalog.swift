import ProviderKit

/// The part of the catalog's port that is about photos which leave the mirror and come back. Every method is
/// atomic.
package protocol DepartureCatalog: Sendable {
  /// What is known of photos, in the order of `ids`; unknown ones are left out.
  func photos(_ ids: [Int64]) async throws(MirrorError) -> [KnownPhoto]

  /// Photos whose id at any site, or whose file's path in the mirror, is `name`.
  func photos(named name: String) async throws(MirrorError) -> [KnownPhoto]

  /// Photos in one of the states, in the order of their records' ids.
  /// - Parameter after: The id of the last record of the previous batch; 0 for the first batch.
  func departed(
    in states: Set<Departure.State>, after: Int64, limit: Int
  ) async throws(MirrorError) -> [KnownPhoto]

  /// Records the departures of photos, replacing earlier ones. A photo is mirrored afterwards only if its
  /// state says so; otherwise it is neither waiting nor failed.
  func depart(_ departures: [Int64: Departure]) async throws(MirrorError)

  /// The places in the trash of a photo's old versions, the oldest first.
  func versions(of id: Int64) async throws(MirrorError) -> [String]

  /// Records that old versions are no longer in the trash.
  func dropVersions(_ places: [String], of id: Int64) async throws(MirrorError)

  /// Records that photos are part of the mirror again.
  /// - Parameter isMirrored: Whether their files are stored; otherwise the photos are to be mirrored.
  func comeBack(_ ids: [Int64], isMirrored: Bool) async throws(MirrorError)

  /// The metadata kept of a mirrored photo, without its renditions; nil if none.
  func metadata(of id: Int64) async throws(MirrorError) -> Photo?
}

/// The part of the catalog's port from which photos are judged gone.
package protocol GoneCatalog: Sendable {
  /// How many photos of the source are mirrored.
  func mirroredCount() async throws(MirrorError) -> Int

  /// Photos of the source that neither a complete pass nor any later pass listed, in the order of their ids:
  /// candidates for removal at the site. Empty if the pass is not complete.
  func unlisted(
    sincePass number: Int64, after: Int64, limit: Int
  ) async throws(MirrorError) -> [Int64]

  /// Records photos that the site has although this run's pass did not list them, as if it had.
  func noteFound(_ ids: [Int64]) async throws(MirrorError)

  /// This run's pass as it is recorded now; nil before ``beginPass(isLimited:)``.
  func currentPass() async throws(MirrorError) -> PassRecord?

  /// The number of the first of the passes by which photos of the source are judged gone; nil if there are too
  /// few. See ``GonePolicy/firstPass(of:now:)``.
  func firstJudgingPass(_ policy: GonePolicy) async throws(MirrorError) -> Int64?

  /// The rows among `ids` that another source lists, as far as is known: it did in its last pass, or its own
  /// passes do not yet show that the photo is gone.
  func listedElsewhere(_ ids: [Int64], _ policy: GonePolicy) async throws(MirrorError) -> Set<Int64>

  /// Records whether the source withdrew all its photos.
  /// - Returns: Whether that is news.
  func noteWithdrawal(_ isWithdrawn: Bool) async throws(MirrorError) -> Bool
}
