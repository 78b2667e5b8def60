/// A change of the site.
package enum SiteChange: Sendable, Hashable {
  /// The photo is listed.
  case show(Int)
  /// The photo is not listed, and its file is still there.
  case hide(Int)
  /// The photo is not there any more.
  case remove(Int)
  /// The photo has another picture.
  case replace(Int, hasSameLength: Bool)
  /// The photo has another title.
  case title(Int)

  package var photo: Int {
    switch self {
    case .show(let photo), .hide(let photo), .remove(let photo), .replace(let photo, _),
      .title(let photo):
      photo
    }
  }
}

extension SiteChange: CustomStringConvertible {
  package var description: String {
    switch self {
    case .show(let photo): "shows photo \(photo)"
    case .hide(let photo): "hides photo \(photo)"
    case .remove(let photo): "removes photo \(photo)"
    case .replace(let photo, let hasSameLength):
      "replaces photo \(photo)\(hasSameLength ? " by one of the same length" : "")"
    case .title(let photo): "titles photo \(photo)"
    }
  }
}
