import Locking
import ProviderKit

/// Anything that passes through the pipeline on behalf of one photo. Each stage takes exactly what the
/// stage before gives.
protocol PhotoItem: Sendable {
  var job: PhotoJob { get }
}

/// A photo to mirror: what the admit stage gives.
struct PhotoJob: PhotoItem {
  let photo: Photo
  /// Of the photo's record in the catalog.
  let id: Int64
  /// Where the file will be stored, relative to the mirror, without extension.
  let stem: String
  /// Whether it failed in this run before; then there is no third attempt.
  let isSecondTry: Bool
  /// Whether only the catalog knows it: it was mirrored, its file was removed, and no listing has shown it
  /// since.
  var isUnlisted = false
  /// Whether the site refused the address in an earlier run, so that it is asked for another.
  var isAddressRefused = false

  var job: PhotoJob { self }
  var facts: PhotoFacts { PhotoFacts(photo) }
}

/// A photo whose address is known: what the resolve stage gives.
struct ResolvedPhoto: PhotoItem {
  let job: PhotoJob
  let rendition: Rendition
  /// What to take instead if the site refuses the rendition, the best first.
  let alternatives: [Rendition]
  /// Download attempts so far.
  let attempts = Locked(0)
}

/// A photo whose bytes are in a part file: what the download stage gives.
struct FetchedPhoto: PhotoItem {
  let job: PhotoJob
  let part: String
  let rendition: Rendition
  /// The label of the wanted size, if the site refused it and this is a smaller one.
  var refusedLabel: String?
  let file: DownloadedFile
}

/// A photo that was read to its last byte: what the inspect stage gives.
struct InspectedPhoto: PhotoItem {
  let job: PhotoJob
  /// Where the bytes are now.
  let picture: Placement.Picture
  /// Where they belong, relative to the mirror.
  let path: String
  let inspection: Inspection
  /// What was downloaded; nil if that is not known.
  let rendition: Rendition?
  /// The label of the wanted size, if the site refused it.
  var refusedLabel: String?
  var bytesFetched: Int64 = 0
  var transfer: TransferFacts?
}

extension PhotoFacts {
  package init(_ photo: Photo) { self.init(id: photo.id, owner: photo.owner, title: photo.title) }
}
