import Glibc

/// The program gallery-dl, which the provider of the same name runs.
enum GalleryProgram {
  /// Where it is on the PATH; nil if it is not installed there.
  static func path(in environment: [String: String]) -> String? {
    (environment["PATH"] ?? "").split(separator: ":").lazy.map { "\($0)/gallery-dl" }
      .first { access($0, X_OK) == 0 }
  }
}
