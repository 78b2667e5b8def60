import ProviderKit

/// A listed photo whose details may have changed.
package struct DetailCandidate: Sendable, Hashable {
  /// The id of its record.
  package let id: Int64
  /// When anything about it last changed according to its listing, seconds since 1970; nil if unknown.
  package let updatedAt: Int64?

  package init(id: Int64, updatedAt: Int64?) { (self.id, self.updatedAt) = (id, updatedAt) }
}

/// Details of a mirrored photo that are to be requested.
package struct DueDetails: Sendable, Hashable {
  /// The id of its record.
  package let id: Int64
  /// The mirrored file's path, relative to the mirror.
  package let path: String
  /// The parts that are due.
  package let parts: Set<PhotoDetails.Part>
  /// The time of the change in the listing that showed it.
  package let updatedAt: Int64?

  package init(id: Int64, path: String, parts: Set<PhotoDetails.Part>, updatedAt: Int64?) {
    (self.id, self.path, self.parts, self.updatedAt) = (id, path, parts, updatedAt)
  }
}

/// The part of the catalog's port for the details of photos. Every method is atomic.
///
/// The catalog keeps each part of a photo's details with the time of the listing for which it was requested, and
/// the list of what is due: a run that ends early leaves it to the next one.
package protocol DetailCatalog: Sendable {
  /// Notes listed photos. Those of `parts` that the catalog does not have, or has of another `updatedAt`, become
  /// due; without a time only those that it does not have. Earlier notes about the photo are replaced.
  func noteListed(
    _ photos: [DetailCandidate], wanting parts: Set<PhotoDetails.Part>
  ) async throws(MirrorError)

  /// What is due of mirrored photos that this run's source lists, in the order of their ids.
  /// - Parameter after: The id of the last photo of the previous batch; 0 for the first batch.
  func dueDetails(after: Int64, limit: Int) async throws(MirrorError) -> [DueDetails]

  /// How many photos ``dueDetails(after:limit:)`` gives in all.
  func dueDetailCount() async throws(MirrorError) -> Int

  /// Records parts that the site gave, and that nothing is due of the photo.
  /// - Parameter due: As ``dueDetails(after:limit:)`` gave it.
  func complete(_ due: DueDetails, with details: PhotoDetails) async throws(MirrorError)
}
