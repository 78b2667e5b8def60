import Foundation
import MirrorCore
import ProviderKit

/// A listed photo, to be mirrored.
package struct NewPhoto: Sendable, Hashable {
  /// Its id, unique within the site.
  package let photo: String
  /// The site that the photo belongs to; nil if the provider's name identifies the site.
  package let site: String?
  /// The path of its file, relative to the mirror, without extension.
  package let stem: String
  /// Nil for that of ``metadata``.
  private let entry: String?
  /// The metadata to keep; nil if none.
  package let metadata: Photo?
  /// Its place within the page, counted from 0.
  package let index: Int

  package init(
    photo: String, site: String? = nil, stem: String, listing: String? = nil,
    metadata: Photo? = nil, index: Int = 0
  ) {
    self.photo = photo
    self.site = site
    self.stem = stem
    entry = listing
    self.metadata = metadata
    self.index = index
  }

  /// The listing's entry as JSON, kept until the photo is mirrored. Made when it is written: those of a page take
  /// a megabyte.
  package var listing: String { entry ?? metadata.map { ListedEntry($0).json } ?? "{}" }
}

extension NewPhoto {
  init(_ wanted: PageAdmission.Wanted) {
    self.init(
      photo: wanted.photo.id, site: wanted.site, stem: wanted.stem, metadata: wanted.photo,
      index: wanted.index)
  }
}

/// A hash by which file names are equal regardless of case and of the composition of accents.
///
/// Two equal names have the same hash. A collision of different names, which does not happen by accident,
/// only gives a photo a longer name.
enum NameHash {
  static func of(_ stem: String) -> Int64 {
    var hash = StableHash()
    hash.combine(stem.lowercased().composed)
    return Int64(bitPattern: hash.value)
  }
}
