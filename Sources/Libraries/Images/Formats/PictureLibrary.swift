import CImageCodec
import Glibc
import Sandbox

/// A library that decodes formats which few photos have. It is loaded when the first one is met, and only in the
/// processes that decode such photos.
package enum PictureLibrary: CaseIterable, Sendable {
  /// HEIC and AVIF.
  case heif
  /// JPEG XL.
  case jxl
  case tiff

  /// Whether its file is where Debian and others install libraries. Nothing is loaded.
  package var isInstalled: Bool { Self.installed.contains(self) }

  /// Loads it into this process.
  /// - Returns: false if it cannot be loaded.
  @discardableResult package func load() -> Bool { codec_library_load(library) != 0 }

  /// Lets this process use none of them, also of those that its parent had loaded.
  package static func withhold() { codec_libraries_withhold() }

  private var library: codec_library {
    switch self {
    case .heif: codec_libheif
    case .jxl: codec_libjxl
    case .tiff: codec_libtiff
    }
  }

  private static let installed = Set(
    allCases.filter { library in
      var next = codec_library_files(library.library)
      while let file = next?.pointee.map({ String(cString: $0) }) {
        if folders.contains(where: { access("\($0)/\(file)", R_OK) == 0 }) { return true }
        next = next?.successor()
      }
      return false
    })

  private static let folders: [String] = {
    #if arch(arm64)
      let machine = "aarch64-linux-gnu"
    #else
      let machine = "x86_64-linux-gnu"
    #endif
    // Where samples/Distribution/package --portable puts them: beside the program of the helpers.
    let own = HelperProgram.folder.map { [$0, "\($0)/../lib/photomirror"] } ?? []
    return own + [
      "/usr/lib/\(machine)", "/usr/local/lib", "/usr/lib64", "/usr/lib", "/lib/\(machine)",
    ]
  }()
}

extension ImageFormat {
  /// The library that decodes it; nil if it is decoded without one, or not at all.
  package var library: PictureLibrary? {
    switch self {
    case .heic, .avif: .heif
    case .jxl: .jxl
    case .tiff: .tiff
    default: nil
    }
  }
}
