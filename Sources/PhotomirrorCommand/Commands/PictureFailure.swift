/// Why a file has no proof or no thumbnail.
struct PictureFailure: Error {
  /// A sentence without a period.
  let reason: String
}
