import Foundation

/// A version of a library that decodes what older ones leave undecoded.
struct LibraryNeed: Sendable, Hashable {
  /// As in ``LinkedLibrary``.
  let library: String
  /// The first version that decodes it.
  let version: String
  /// What older ones may not decode; a plural.
  let what: String

  static let known = [
    LibraryNeed(
      library: "libheif", version: "1.18.0",
      what: "some photos of iOS 18 and newer, and HEIF in other codings than HEVC and AV1,")
  ]

  /// What a library of this version does not decode, and which one does; nil if it decodes everything.
  func text(of library: LinkedLibrary) -> String? {
    guard library.name == self.library,
      library.version.compare(version, options: .numeric) == .orderedAscending
    else { return nil }
    return "\(library.name) \(library.version): \(what) are not decoded before version \(version)"
  }
}
