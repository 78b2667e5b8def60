/// What a proof says of a file in a format of pictures; each word has one meaning wherever it is shown.
///
/// A library that refuses a file before its pixels, or a feature of a newer version, is no damage. A cut file always is,
/// in every format that is decoded here.
package enum PictureVerdict: String, CaseIterable, Sendable {
  /// Also with warnings.
  case whole
  case damaged
  case undecoded = "not decoded"

  /// A phrase without a period.
  package var meaning: String {
    switch self {
    case .whole: "decoded to its last pixel; a warning names what else is odd"
    case .damaged: "bytes are wrong or missing"
    case .undecoded: "this program, a library's version or a limit cannot tell"
    }
  }

  /// Nil if the file is no picture, or was not read to its end.
  package init?(_ result: Result<ImageProof, ImageError>) {
    switch result {
    case .success(let proof): self = proof.isDecoded ? .whole : .undecoded
    case .failure(let error):
      switch error.kind {
      case .truncated, .damaged: self = .damaged
      case .tooLarge, .unsupported: self = .undecoded
      case .notAnImage, .unreadable, .unencodable, .stopped: return nil
      }
    }
  }
}
