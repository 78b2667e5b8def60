import Foundation
import Glibc

/// A library that this process uses, with the version that it states. libjpeg-turbo, giflib and ISA-L state none.
struct LinkedLibrary: Sendable, Hashable {
  let name: String
  let version: String

  private typealias Number = @convention(c) () -> Int
  /// Of functions with an argument that may be zero.
  private typealias TextOf = @convention(c) (Int) -> UnsafePointer<CChar>?

  /// Those whose functions are in this process, and the ones that it loads when a picture needs them.
  static func all() -> [LinkedLibrary] {
    [
      text("libcurl", "curl_version"),
      text("SQLite", "sqlite3_libversion"),
      text("OpenSSL", "OpenSSL_version"),
      text("libpng", "png_get_libpng_ver"),
      number("libwebp", "WebPGetDecoderVersion"),
      text("expat", "XML_ExpatVersion"),
      text(
        "libarchive", "archive_version_string", file: "libarchive.so.13"),
      text("libheif", "heif_get_version", file: "libheif.so.1"),
      text("libtiff", "TIFFGetVersion", file: "libtiff.so.6"),
      jxl("libjxl.so.0.11") ?? jxl("libjxl.so.0.7"),
    ].compactMap(\.self)
  }

  /// The first number with dots in a library's text: `libcurl/7.88.1 OpenSSL/3.0.19`.
  static func version(in text: String) -> String? {
    text.split { !($0.isASCII && ($0.isNumber || $0 == ".")) }
      .first { $0.contains(".") && $0.first?.isNumber == true }.map(String.init)
  }

  private static func text(
    _ name: String, _ function: String, file: String? = nil
  ) -> LinkedLibrary? {
    guard let place = place(of: function, in: file) else { return nil }
    // The zero is the argument of OpenSSL_version and png_get_libpng_ver; the others take none.
    let text = unsafeBitCast(place, to: TextOf.self)(0).map { String(cString: $0) }
    return text.flatMap(version).map { LinkedLibrary(name: name, version: $0) }
  }

  /// Three decimal digits for each part.
  private static func jxl(_ file: String) -> LinkedLibrary? {
    guard let place = place(of: "JxlDecoderVersion", in: file) else { return nil }
    let number = unsafeBitCast(place, to: Number.self)() & 0xFFFF_FFFF
    return LinkedLibrary(
      name: "libjxl", version: "\(number / 1_000_000).\(number / 1000 % 1000).\(number % 1000)")
  }

  /// Of libwebp: eight bits for each part.
  private static func number(_ name: String, _ function: String) -> LinkedLibrary? {
    guard let place = place(of: function, in: nil) else { return nil }
    let number = unsafeBitCast(place, to: Number.self)() & 0xFF_FFFF
    return LinkedLibrary(
      name: name, version: "\(number >> 16).\(number >> 8 & 255).\(number & 255)")
  }

  private static func place(of function: String, in file: String?) -> UnsafeMutableRawPointer? {
    guard let file else { return dlsym(nil, function) }
    return dlopen(file, RTLD_LAZY | RTLD_LOCAL).flatMap { dlsym($0, function) }
  }
}
