import ProviderKit

/// The port to the records of a mirror's photos. One run of one source uses it.
///
/// Every method is atomic. A method that throws ``MirrorError`` stops the run.
package protocol PhotoCatalog: GoneCatalog, DepartureCatalog, DetailCatalog, AlbumTagCatalog {
  /// The source's record at the start of the run.
  var source: SourceRecord { get }

  /// The catalog's records of a page's photos, by their ids in the listing.
  func match(_ photos: [Photo]) async throws(MirrorError) -> [String: PhotoMatch]

  /// Records a page of the listing. Admitting a page again has no effect.
  /// - Returns: The records of `page.wanted`, in order, without their listings.
  func admit(_ page: PageAdmission) async throws(MirrorError) -> [PhotoRecord]

  /// Photos of the source that are to be mirrored: left by earlier runs, or deferred in this one.
  /// - Parameters:
  ///   - onlyDeferred: Leaves out the photos of earlier runs.
  ///   - after: The id of the last record of the previous batch; 0 for the first batch.
  /// - Returns: At most `limit` records in the order of their ids; an empty batch only at the end.
  func waiting(
    onlyDeferred: Bool, after: Int64, limit: Int
  ) async throws(MirrorError) -> [PhotoRecord]

  /// Mirrored photos of the source, in the order of their ids.
  func mirrored(after: Int64, limit: Int) async throws(MirrorError) -> [PhotoRecord]

  /// Records photos whose files are durable. The place of a photo that is ``Departure/State/replacing`` becomes
  /// that of an old version.
  func complete(_ photos: [MirroredPhoto]) async throws(MirrorError)

  /// Records why a photo is not mirrored. A deferred photo is tried once more in this run.
  func fail(_ id: Int64, reason: String, isDeferred: Bool) async throws(MirrorError)

  /// Records that the site refuses a photo. The first refusal counts as a failure; a further one makes the
  /// photo unavailable.
  func refuse(_ id: Int64, reason: String) async throws(MirrorError) -> Refusal

  /// Gives a photo that is not mirrored another name, because its own is too long for the place.
  /// - Returns: The name that it got: `stem`, or that with a suffix if another photo has it.
  func shorten(_ id: Int64, to stem: String) async throws(MirrorError) -> String

  /// Records that the files of mirrored photos are missing, so that they are mirrored again.
  func noteLosses(_ ids: [Int64]) async throws(MirrorError)

  /// Records which thumbnails mirrored photos have, by the photos' ids.
  func noteThumbnails(_ thumbnails: [Int64: StoredThumbnail]) async throws(MirrorError)

  /// Records which photos of the listing this run chooses (``PhotoFilter/selection``).
  func noteSelection(_ selection: Int64) async throws(MirrorError)

  /// Records where another run resumes: the cursor of the last page before which every page is done;
  /// nil for the first page.
  func noteCursor(_ cursor: String?) async throws(MirrorError)

  /// Records how the pass ended. A complete pass stays complete.
  /// - Parameter reason: Why it is not complete: a sentence in lower case without a period.
  func endPass(as outcome: PassRecord.Outcome, reason: String?) async throws(MirrorError)

  /// Records why this run's pass proves nothing about photos that it did not list. The first doubt stays.
  func noteDoubt(_ doubt: PassDoubt) async throws(MirrorError)

  /// What the name in the source's selector stands for, as a run looked it up; nil if none did.
  func resolution() async throws(MirrorError) -> Resolution?

  /// Records what the name in the source's selector stands for, replacing an earlier look-up.
  func noteResolution(_ resolution: Resolution) async throws(MirrorError)
}

/// The changes of a page of the listing.
package struct PageAdmission: Sendable {
  /// A photo to mirror.
  package struct Wanted: Sendable {
    /// The photo's entry in the listing.
    package let photo: Photo
    /// The site under which it is, or will be, recorded.
    package let site: String
    /// Where its file should be stored, relative to the mirror, without extension; the record has the name
    /// that it got.
    package let stem: String
    /// Its place within the page, counted from 0.
    package let index: Int

    package init(photo: Photo, site: String, stem: String, index: Int = 0) {
      (self.photo, self.site, self.stem, self.index) = (photo, site, stem, index)
    }
  }

  /// A photo that is listed and that the run does not mirror.
  package struct Known: Sendable {
    /// The id of the photo's record.
    package let id: Int64
    /// The photo's entry in the listing; nil if another source's metadata must be kept.
    package let photo: Photo?
    /// Its place within the page, counted from 0.
    package let index: Int
    /// ``Photo/digest`` of the entry if the recorded metadata is another source's and stays; nil if the entry
    /// says the same.
    package let said: Int64?

    package init(id: Int64, photo: Photo?, index: Int = 0, said: Int64? = nil) {
      (self.id, self.photo, self.index, self.said) = (id, photo, index, said)
    }
  }

  /// Photos to mirror, which get a record if they have none.
  package var wanted: [Wanted] = []
  /// Photos that have a record and that the run does not mirror.
  package var known: [Known] = []
  /// The number of invalid entries.
  package var refused = 0
  /// The total that the source reports.
  package var total: Int?
  /// Mirrored photos whose files are missing.
  package var lost: [Int64] = []
  /// Unavailable photos that the listing shows as it did before.
  package var unavailable: [Int64] = []
  /// Addresses from which mirrored files came and which were not known until now.
  package var learned: [Int64: String] = [:]
  /// Announced digests of mirrored files that were not known until now.
  package var announced: [Int64: Int64] = [:]
  /// Marks of mirrored photos (``Photo/mark``) that were not known until now, or that changed.
  package var shown: [Int64: Int64] = [:]
  /// Mirrored photos that have another address for the first time.
  package var replaced: [Int64] = []
  /// Mirrored photos that have the old address again.
  package var restored: [Int64] = []
  /// The album that the page is a part of.
  package var album: AlbumAdmission?
  /// Photos whose departure ends because they are listed.
  package var listedAgain: [Int64] = []

  package init() {}
}

/// Which photo of the catalog an entry of a listing is.
package struct PhotoMatch: Sendable {
  /// The site under which the photo is, or will be, recorded.
  package let site: String
  /// Nil if the photo is new.
  package var record: PhotoRecord?
  /// Whether another source listed it first, whose metadata this one must not change.
  package var isForeign = false
  /// ``Photo/digest`` of what this source said when it listed the photo last; nil if it has not. What is recorded
  /// counts as its own words if a source with a window recorded it, such as a feed, and this one has the whole
  /// listing. Known only where the entry differs from the recorded metadata.
  package var said: Int64?

  package init(site: String, record: PhotoRecord? = nil, isForeign: Bool = false) {
    self.site = site
    self.record = record
    self.isForeign = isForeign
  }
}
