import Images
import Locking
import ProviderKit

/// Anything that walks through the pipeline on behalf of one photo. Each stage takes exactly what
/// the one before gives.
protocol PhotoItem: Sendable {
  var job: PhotoJob { get }
}

/// A photo that is to be mirrored: what the page stage gives.
struct PhotoJob: PhotoItem {
  let photo: Photo
  /// The photo's row in the catalog.
  let id: Int64
  /// Where the file will stand, relative to the mirror, without extension.
  let stem: String
  /// Whether it failed in this run before; then there is no third try.
  let isSecondTry: Bool
  /// Whether only the catalog tells of it: it was mirrored, its file was removed, and no listing has
  /// shown it since.
  var isUnlisted = false
  /// Whether the site refused the address in an earlier run, so that it is asked for another.
  var isAddressRefused = false

  var job: PhotoJob { self }

  var facts: PhotoFacts { PhotoFacts(id: photo.id, owner: photo.owner, title: photo.title) }
}

/// A photo whose bytes are known to come from somewhere: what the photo stage gives.
struct ResolvedPhoto: PhotoItem {
  enum Origin: Sendable {
    /// The wanted size, and what to take instead where the site refuses it, the best first.
    case fetch(Rendition, orElse: [Rendition])
    /// The file stands there already (relative path), only its record was missing.
    case adopt(path: String, proof: FileProof)
  }

  let job: PhotoJob
  let origin: Origin
  /// How often it was tried to fetch it; counted by the file stage.
  let attempts = Locked(0)
}

/// A photo whose bytes are on disk: what the file stage gives.
struct FetchedFile: PhotoItem {
  enum Source: Sendable {
    case part(FetchedPart)
    case adopted(path: String, proof: FileProof)
  }

  let job: PhotoJob
  let source: Source
}

/// A complete part file, with what was promised of it.
struct FetchedPart: Sendable {
  let path: String
  let rendition: Rendition
  /// The label of the wanted size, if the site refused it and this is a smaller one.
  var refusedLabel: String?
  /// Pixels as the server's headers promise them.
  let promisedWidth: Int?
  let promisedHeight: Int?
  let isLengthProven: Bool
  let bytesFetched: Int64
  let transfer: TransferFacts?
}

/// A photo that was decoded to its last byte: what the thumbnail stage gives.
struct ProvenFile: PhotoItem {
  let job: PhotoJob
  /// Where the bytes are now: a part file, or, when adopted, the final file.
  let path: String
  let isAdopted: Bool
  let proof: FileProof
  /// What was fetched; nil where that is not known.
  let rendition: Rendition?
  /// The label of the wanted size, if the site refused it.
  var refusedLabel: String?
  let bytesFetched: Int64
  var transfer: TransferFacts?

  /// Relative to the mirror.
  var finalPath: String { job.stem + "." + proof.image.format.fileExtension }
}

/// An image's proof with the hash of its bytes.
struct FileProof: Sendable {
  let image: ImageProof
  let byteCount: Int64
  /// Lower-case hexadecimal.
  let sha256: String
}
