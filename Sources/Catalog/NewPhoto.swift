import MirrorCore
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

extension NewPhoto {
  init(_ wanted: PageAdmission.Wanted) {
    self.init(
      photo: wanted.photo.id, site: wanted.site, stem: wanted.stem,
      listing: ListedEntry(wanted.photo).json, metadata: wanted.photo, index: wanted.index)
  }
}
