/// A mirrored file for which another one is fetched.
struct Replacement: Sendable {
  enum Cause: Sendable {
    /// The listing shows another picture.
    case replaced
    /// The site may have a larger one.
    case larger
    /// The mirrored file may be that of another photo.
    case suspect
    /// The mirrored file is damaged, or something that is no file is in its place.
    case damaged
  }

  let photo: KnownPhoto
  let cause: Cause
}

extension Replacement.Cause {
  var reason: String {
    switch self {
    case .replaced: "the site has a new version"
    case .larger: "the site has a larger one"
    case .suspect: "the connection mixed up photos"
    case .damaged: "the file is damaged"
    }
  }
}
