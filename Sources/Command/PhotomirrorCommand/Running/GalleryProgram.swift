import Glibc
import ProviderLoader

/// The program gallery-dl, which the provider of the same name runs.
enum GalleryProgram {
  /// Where it is on the PATH; nil if it is not installed there.
  static func path(in environment: [String: String]) -> String? {
    (environment["PATH"] ?? "").split(separator: ":").lazy.map { "\($0)/gallery-dl" }
      .first { access($0, X_OK) == 0 }
  }
}

extension ProviderLoader.Found {
  /// What gallery-dl's provider needs and is not installed; nil if there is nothing.
  var needOfGallery: String? { refused.first(where: \.isOfMissingPython)?.reason }

  /// The refused modules without gallery-dl's provider where Python is not installed: it is of no use there, and nothing
  /// is wrong.
  var faulty: [RefusedModule] { refused.filter { !$0.isOfMissingPython } }
}

extension RefusedModule {
  fileprivate var isOfMissingPython: Bool {
    lacksProgram && path.hasSuffix("/photomirror-lister-" + SourceAdvice.galleryName)
  }
}
