import Locking
import ProviderKit

/// An item of the pipeline for one photo. Each stage takes the output type of the stage before.
protocol PhotoItem: Sendable {
  var job: PhotoJob { get }
}

/// A photo to mirror: the output of the admit stage.
struct PhotoJob: PhotoItem {
  var photo: Photo
  /// The id of the photo's record in the catalog.
  let id: Int64
  /// Where the file will be stored, relative to the mirror, without extension.
  let stem: String
  /// Whether it failed before in this run, or is with a worker for the last time; there is no further attempt.
  let isSecondTry: Bool
  /// Whether the photo is known only from the catalog: it was mirrored, its file was removed, and no listing
  /// has shown it since.
  var isUnlisted = false
  /// Whether its metadata is not known, so that no sidecar can be written.
  var isUndescribed = false
  /// Whether the site refused the address in an earlier run, or did not know it at the first try in this one,
  /// so that a new address is requested.
  var isAddressRefused = false
  /// The provider's name, for sidecars; nil for that of the run.
  var provider: String?
  /// The mirrored file for which another one is fetched; nil if the photo is not mirrored.
  var replacement: Replacement?

  var job: PhotoJob { self }
  var facts: PhotoFacts { PhotoFacts(photo) }
}

/// A photo with a known address: the output of the resolve stage.
struct ResolvedPhoto: PhotoItem {
  let job: PhotoJob
  let rendition: Rendition
  /// The alternatives if the site refuses the rendition, the best first.
  let alternatives: [Rendition]
  /// Why it is this rendition.
  let reason: SizeReason
  /// The still of a video of which the thumbnail is made.
  var still: Rendition?
  /// Download attempts so far.
  let attempts = Locked(0)
}

/// A photo whose bytes are in a part file: the output of the download stage.
struct FetchedPhoto: PhotoItem {
  let job: PhotoJob
  let part: String
  let rendition: Rendition
  /// The label of the wanted size, if the site refused it and this is a smaller one.
  var refusedLabel: String?
  let file: DownloadedFile
  /// Why it is this rendition.
  var reason: SizeReason?
  /// The still of a video; nil if there is none.
  var still: [UInt8]?
}

/// A photo that was read to its last byte: the output of the inspect stage.
struct InspectedPhoto: PhotoItem {
  let job: PhotoJob
  /// Where the bytes are now.
  let picture: Placement.Picture
  /// The path at which they are stored, relative to the mirror.
  let path: String
  let inspection: Inspection
  /// The downloaded rendition; nil if unknown.
  let rendition: Rendition?
  /// The label of the wanted size, if the site refused it.
  var refusedLabel: String?
  /// Why it is this rendition; nil if unknown.
  var sizeReason: SizeReason?
  var bytesFetched: Int64 = 0
  var transfer: TransferFacts?
}

extension PhotoFacts {
  package init(_ photo: Photo) { self.init(id: photo.id, owner: photo.owner, title: photo.title) }
}
