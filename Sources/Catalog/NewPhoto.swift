import ProviderKit

/// A photo as a listing brought it, to be mirrored.
package struct NewPhoto: Sendable, Hashable {
  /// Its id, unique within the site.
  package let photo: String
  /// Whose photo it is; nil: the provider's name stands for the site.
  package let site: String?
  /// Where its file will stand, relative to the mirror, without extension.
  package let stem: String
  /// The listing's entry as JSON, kept until the photo is mirrored.
  package let listing: String
  /// What stays known of it; nil: nothing.
  package let metadata: Photo?
  /// Its place within the page, counted from 0.
  package let index: Int

  package init(
    photo: String, site: String? = nil, stem: String, listing: String, metadata: Photo? = nil,
    index: Int = 0
  ) {
    self.photo = photo
    self.site = site
    self.stem = stem
    self.listing = listing
    self.metadata = metadata
    self.index = index
  }
}

/// A photo of a page that the catalog knows and that is not to be mirrored now.
package struct KnownPhoto: Sendable, Hashable {
  /// Its row.
  package let id: Int64
  /// What the listing says of it; nil: another source's word stays.
  package let metadata: Photo?
  /// What the catalog has of that, as ``PhotoRecord/digest``.
  package let digest: Int64
  /// Its place within the page, counted from 0.
  package let index: Int

  package init(_ record: PhotoRecord, metadata: Photo?, index: Int) {
    self.id = record.id
    self.metadata = metadata
    self.digest = record.digest
    self.index = index
  }
}

/// What one page of a listing tells the catalog. Photos are given by their rows.
package struct PageNotes: Sendable {
  /// To be mirrored: new ones, and known ones that are not mirrored.
  package var new: [NewPhoto] = []
  package var known: [KnownPhoto] = []
  /// Mirrored before, and their files are gone.
  package var lost: [Int64] = []
  /// Unavailable, and left alone in this run.
  package var left: [Int64] = []
  /// Where mirrored files came from of which that was not known.
  package var learned: [Int64: String] = [:]
  /// Mirrored, and listed with another address for the first time.
  package var replaced: [Int64] = []
  /// Mirrored, and listed with the old address again.
  package var restored: [Int64] = []
  /// Photos of the page that the pages before it did not have.
  package var listed = 0
  /// Entries that could not be read.
  package var refused = 0
  /// How many photos the source says it has.
  package var total: Int?

  package init() {}
}
