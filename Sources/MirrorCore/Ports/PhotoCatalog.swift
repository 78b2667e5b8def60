import ProviderKit

/// The port to what is known of a mirror's photos. One run of one source uses it.
///
/// Every method is atomic: all of it is recorded, or nothing. A method that throws ``MirrorError``
/// stops the run.
package protocol PhotoCatalog: Sendable {
  /// The source as it was when the run began.
  var source: SourceRecord { get }

  /// Which photos of the catalog those of a page are, by their ids in the listing.
  func match(_ photos: [Photo]) async throws(MirrorError) -> [String: PhotoMatch]

  /// Records a page of the listing. Admitting a page again changes nothing.
  /// - Returns: the records of `page.wanted`, in order.
  func admit(_ page: PageAdmission) async throws(MirrorError) -> [PhotoRecord]

  /// Photos of the source that wait: left by earlier runs, or deferred in this one.
  /// - Parameters:
  ///   - onlyDeferred: leaves out what earlier runs left.
  ///   - after: the last record's id of the batch before; 0 for the first.
  /// - Returns: at most `limit` records in the order of their ids, and none only at the end.
  func waiting(
    onlyDeferred: Bool, after: Int64, limit: Int
  ) async throws(MirrorError) -> [PhotoRecord]

  /// Mirrored photos of the source, in the order of their ids.
  func mirrored(after: Int64, limit: Int) async throws(MirrorError) -> [PhotoRecord]

  /// How many photos of the source are mirrored.
  func mirroredCount() async throws(MirrorError) -> Int

  /// Records photos whose files are durable.
  func complete(_ photos: [MirroredPhoto]) async throws(MirrorError)

  /// Records why a photo is not mirrored. A deferred one is tried once more in this run.
  func fail(_ id: Int64, reason: String, isDeferred: Bool) async throws(MirrorError)

  /// Records that the site refuses a photo: the first time that is a failure, afterwards the photo is
  /// unavailable.
  func refuse(_ id: Int64, reason: String) async throws(MirrorError) -> Refusal

  /// Records mirrored photos whose files are missing, so that they wait again.
  func noteLosses(_ ids: [Int64]) async throws(MirrorError)

  /// Records that no thumbnail can be made of a photo.
  func noteThumbnailLoss(_ id: Int64) async throws(MirrorError)

  /// Records where another run resumes: the cursor of the last page before which every page is done;
  /// nil for the first page.
  func noteCursor(_ cursor: String?) async throws(MirrorError)

  /// Records that the pass has read the listing to its end and every page is done.
  func endPass() async throws(MirrorError)

  /// What an earlier run left of an account's API calls; nil if none made any.
  func budget(of account: CallAccount) async throws(MirrorError) -> CallBudget?

  func noteBudget(_ budget: CallBudget, of account: CallAccount) async throws(MirrorError)
}

/// What a page of the listing changes.
package struct PageAdmission: Sendable {
  /// A photo to mirror.
  package struct Wanted: Sendable {
    package let photo: Photo
    /// The site under which it is, or will be, recorded.
    package let site: String
    /// Where its file should be stored, relative to the mirror, without extension; the record has the name
    /// that it got.
    package let stem: String

    package init(photo: Photo, site: String, stem: String) {
      self.photo = photo
      self.site = site
      self.stem = stem
    }
  }

  package var wanted: [Wanted] = []
  /// Mirrored photos whose files are missing.
  package var lost: [Int64] = []
  /// Unavailable photos that the listing shows as it did before.
  package var unavailable: [Int64] = []
  /// Addresses from which mirrored files came and which were not known until now.
  package var learned: [Int64: String] = [:]
  /// Mirrored photos that have another address for the first time.
  package var replaced: [Int64] = []
  /// Mirrored photos that have the old address again.
  package var restored: [Int64] = []

  package init() {}

  package var isEmpty: Bool {
    wanted.isEmpty && lost.isEmpty && unavailable.isEmpty && learned.isEmpty && replaced.isEmpty
      && restored.isEmpty
  }
}

/// Which photo of the catalog an entry of a listing is.
package struct PhotoMatch: Sendable {
  /// The site under which the photo is, or will be, recorded.
  package let site: String
  /// Nil if the photo is new.
  package var record: PhotoRecord?
  /// Whether another source listed it first, whose metadata this one must not change.
  package var isForeign = false

  package init(site: String, record: PhotoRecord? = nil, isForeign: Bool = false) {
    self.site = site
    self.record = record
    self.isForeign = isForeign
  }
}
