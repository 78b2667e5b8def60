import Foundation
import ProviderKit

extension Sidecar {
  /// One object with the keys of `photomirror list --json`, where they are the same.
  static func json(
    of photo: Photo, beside picture: SidecarPicture? = nil, provider: String
  ) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.keyEncodingStrategy = .convertToSnakeCase
    // Numbers that JSON cannot represent are dropped when a provider answers.
    let object = try? encoder.encode(JSONSidecar(photo, picture?.origin, provider))
    return Array(object ?? Data("{}".utf8)) + [UInt8(ascii: "\n")]
  }
}

/// The object; keys without a value are left out.
private struct JSONSidecar: Encodable {
  let id: String
  let provider: String
  let site: String?
  let owner: String
  let ownerName: String?
  let title: String
  /// The description as the site gives it, with its markup.
  let description: String?
  let pageUrl: String?
  /// Local time of an unknown zone, with only the known parts; see ``Photo/takenAt``.
  let takenAt: String?
  let uploadedAt: String?
  /// Nil for a photo.
  let media: MediaKind?
  let tags: [String]
  let license: String?
  let licenseUrl: String?
  let latitude: Double?
  let longitude: Double?
  // Of which file it is.
  let sha256: String?
  let sizeLabel: String?
  let shown: String?
  let announced: String?
  // What was asked for besides the listing.
  let info: PhotoInfo?
  let comments: [JSONComment]?
  let exif: [ExifField]?
  let people: [PersonInPhoto]?
  let notes: [NoteOnPhoto]?
  let place: PhotoGeo?
  let contexts: [PhotoContext]?

  init(_ photo: Photo, _ origin: PictureOrigin?, _ provider: String) {
    (sha256, sizeLabel) = (origin?[.sha256], origin?[.label])
    (shown, announced) = (origin?[.shown], origin?[.announced])
    (id, site, self.provider) = (photo.id, photo.site, provider)
    (owner, ownerName, title) = (photo.owner, photo.ownerName, photo.title)
    (description, pageUrl, tags) = (photo.about, photo.pageURL, photo.tags)
    media = photo.media
    takenAt = photo.takenAt?.replacing(" ", with: "T")
    uploadedAt = photo.uploadedAt.map(UTCTime.text)
    (license, licenseUrl) = (photo.statedLicense?.name, photo.statedLicense?.url)
    latitude = photo.latitude.flatMap { $0.isFinite ? $0 : nil }
    longitude = photo.longitude.flatMap { $0.isFinite ? $0 : nil }
    let details = photo.details
    (info, exif, people) = (details?.info, details?.exif, details?.people)
    (notes, place, contexts) = (details?.notes, details?.geo, details?.contexts)
    comments = details?.comments?.map(JSONComment.init)
  }
}

/// A comment with its time as text.
private struct JSONComment: Encodable {
  let id: String
  let author: String
  let authorName: String?
  let postedAt: String?
  let text: String
  let pageUrl: String?

  init(_ comment: PhotoComment) {
    (id, author, authorName) = (comment.id, comment.author, comment.authorName)
    (text, pageUrl) = (comment.text, comment.pageURL)
    postedAt = comment.postedAt.map(UTCTime.text)
  }
}
