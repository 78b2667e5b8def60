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
  /// The program that gallery-dl's provider needs and that is not installed; nil if there is none.
  var programOfGallery: String? { refused.first(where: \.isOfGallery)?.missingProgram }

  /// The refused modules without gallery-dl's provider where Python is not installed: it is of no use there, and nothing
  /// is wrong.
  var faulty: [RefusedModule] { refused.filter { !$0.isOfGallery || $0.missingProgram == nil } }
}

extension RefusedModule {
  fileprivate var isOfGallery: Bool {
    path.hasSuffix("/photomirror-lister-" + SourceAdvice.galleryName)
  }
}
