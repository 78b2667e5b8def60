import CCurl
import Foundation

/// The certificate authorities of this machine, whose file has a different path in each distribution.
enum AuthorityFile {
  /// The file to use instead of the one that libcurl was built with; nil if that one is readable, or no other is.
  static let substitute = substitute(
    for: ccurl_built_in_authorities().map { String(cString: $0) },
    program: try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))

  static func substitute(
    for builtIn: String?, program: String?, isReadable: (String) -> Bool = { access($0, R_OK) == 0 }
  ) -> String? {
    if let builtIn, isReadable(builtIn) { return nil }
    // Of a program that brings its libraries: samples/Distribution/package --portable.
    let own = program.map {
      URL(filePath: $0).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "lib/photomirror/ca-certificates.crt").path
    }
    return (systems + (own.map { [$0] } ?? [])).first(where: isReadable)
  }

  /// Of Debian, Fedora and openSUSE.
  private static let systems = [
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/ca-bundle.pem",
  ]
}
