import Locking
import ProviderKit

/// An item of the pipeline for one photo. Each stage takes the output type of the stage before.
///
/// Items are classes: a stage, its operation and its task each hold a photo, and a photo has some 40 fields, which a
/// value would copy and count each time.
protocol PhotoItem: AnyObject, Sendable {
  var job: PhotoJob { get }
}

/// A photo to mirror: the output of the admit stage.
final class PhotoJob: PhotoItem {
  let photo: Photo
  /// The id of the photo's record in the catalog.
  let id: Int64
  /// Where the file will be stored, relative to the mirror, without extension.
  let stem: String
  /// Whether it failed before in this run, or is with a worker for the last time; there is no further attempt.
  let isSecondTry: Bool
  /// Whether the photo is known only from the catalog: it was mirrored, its file was removed, and no listing
  /// has shown it since.
  let isUnlisted: Bool
  /// Whether its metadata is not known, so that no sidecar can be written.
  let isUndescribed: Bool
  /// Whether the site refused the address in an earlier run, or did not know it at the first try in this one,
  /// so that a new address is requested.
  let isAddressRefused: Bool
  /// The provider's name, for sidecars; nil for that of the run.
  let provider: String?
  /// The mirrored file for which another one is fetched; nil if the photo is not mirrored.
  let replacement: Replacement?
  /// Whether the photo had a file before, so that its sidecars may still be there.
  let hadFile: Bool
  /// Whether an earlier run recorded that the site refuses the photo.
  let wasRefused: Bool

  init(
    photo: Photo, id: Int64, stem: String, isSecondTry: Bool, isUnlisted: Bool = false,
    isUndescribed: Bool = false, isAddressRefused: Bool = false, provider: String? = nil,
    replacement: Replacement? = nil, hadFile: Bool = false, wasRefused: Bool = false
  ) {
    (self.hadFile, self.wasRefused) = (hadFile, wasRefused)
    (self.photo, self.id, self.stem, self.isSecondTry) = (photo, id, stem, isSecondTry)
    (self.isUnlisted, self.isUndescribed) = (isUnlisted, isUndescribed)
    (self.isAddressRefused, self.provider) = (isAddressRefused, provider)
    self.replacement = replacement
  }

  var job: PhotoJob { self }
  var facts: PhotoFacts { PhotoFacts(photo) }

  /// The same job with another description of its photo, for another mirrored file, or with another name.
  func with(
    photo: Photo? = nil, replacement: Replacement? = nil, stem: String? = nil
  ) -> PhotoJob {
    PhotoJob(
      photo: photo ?? self.photo, id: id, stem: stem ?? self.stem, isSecondTry: isSecondTry,
      isUnlisted: isUnlisted, isUndescribed: isUndescribed, isAddressRefused: isAddressRefused,
      provider: provider, replacement: replacement ?? self.replacement, hadFile: hadFile,
      wasRefused: wasRefused)
  }
}

/// A photo with a known address: the output of the resolve stage.
final class ResolvedPhoto: PhotoItem {
  let job: PhotoJob
  let rendition: Rendition
  /// The alternatives if the site refuses the rendition, the best first.
  let alternatives: [Rendition]
  /// Why it is this rendition.
  let reason: SizeReason
  /// The still of a video that its thumbnail is made of.
  let still: Rendition?
  /// Download attempts so far.
  let attempts = Locked(0)

  init(
    job: PhotoJob, rendition: Rendition, alternatives: [Rendition], reason: SizeReason,
    still: Rendition? = nil
  ) {
    (self.job, self.rendition, self.alternatives) = (job, rendition, alternatives)
    (self.reason, self.still) = (reason, still)
  }
}

/// A photo whose bytes are in a part file: the output of the download stage.
final class FetchedPhoto: PhotoItem {
  let job: PhotoJob
  let part: String
  let rendition: Rendition
  /// The label of the wanted size, if the site refused it and this is a smaller one.
  let refusedLabel: String?
  let file: DownloadedFile
  /// Why it is this rendition.
  let reason: SizeReason?
  /// The still of a video; nil if none.
  let still: [UInt8]?
  /// Whether the bytes are those that were sent: as many as the server announced, or with a digest that is compared
  /// after the decode.
  var isTransferProven: Bool { file.isLengthProven || !rendition.promised.isEmpty }

  init(
    job: PhotoJob, part: String, rendition: Rendition, refusedLabel: String? = nil,
    file: DownloadedFile, reason: SizeReason? = nil, still: [UInt8]? = nil
  ) {
    (self.job, self.part, self.rendition) = (job, part, rendition)
    (self.refusedLabel, self.file, self.reason) = (refusedLabel, file, reason)
    self.still = still
  }
}

/// A photo that was read to its last byte: the output of the inspect stage.
final class InspectedPhoto: PhotoItem {
  let job: PhotoJob
  /// Where the bytes are now.
  let picture: Placement.Picture
  /// The path at which they are stored, relative to the mirror.
  let path: String
  let inspection: Inspection
  /// The downloaded rendition; nil if unknown.
  let rendition: Rendition?
  /// The label of the wanted size, if the site refused it.
  let refusedLabel: String?
  /// Why it is this rendition; nil if unknown.
  let sizeReason: SizeReason?
  let bytesFetched: Int64
  let transfer: TransferFacts?

  init(
    job: PhotoJob, picture: Placement.Picture, path: String, inspection: Inspection,
    rendition: Rendition?, refusedLabel: String? = nil, sizeReason: SizeReason? = nil,
    bytesFetched: Int64 = 0, transfer: TransferFacts? = nil
  ) {
    (self.job, self.picture, self.path) = (job, picture, path)
    (self.inspection, self.rendition) = (inspection, rendition)
    (self.refusedLabel, self.sizeReason) = (refusedLabel, sizeReason)
    (self.bytesFetched, self.transfer) = (bytesFetched, transfer)
  }

  /// The same photo, to be stored under another name.
  func with(stem: String) -> InspectedPhoto {
    InspectedPhoto(
      job: job.with(stem: stem), picture: picture, path: stem + path.dropFirst(job.stem.count),
      inspection: inspection, rendition: rendition, refusedLabel: refusedLabel,
      sizeReason: sizeReason, bytesFetched: bytesFetched, transfer: transfer)
  }
}

extension PhotoFacts {
  package init(_ photo: Photo) {
    self.init(
      id: photo.id, owner: photo.owner, title: photo.title, license: photo.license?.name)
  }
}
