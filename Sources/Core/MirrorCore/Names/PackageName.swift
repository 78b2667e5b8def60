import ProviderKit
import SystemCalls

/// The names of files in packages for archives.
///
/// They have no percent sign, which RFC 8493 (section 2.1.3) encodes in manifests and common validators do not decode.
/// A full-width one takes its place. Different paths have different names.
package enum PackageName {
  private static let sign: Character = "\u{FF05}"

  /// - Parameter path: Of a file of the mirror, relative to it.
  package static func of(_ path: String) -> String {
    guard path.contains("%") || path.contains(sign) else { return path }
    return path.pathParts.map(component).joined(separator: "/")
  }

  /// A name that has the full-width sign already could be that of another file with a percent sign.
  private static func component(_ name: String) -> String {
    guard name.contains(sign) else { return name.replacing("%", with: String(sign)) }
    var hash = StableHash()
    hash.combine(name)
    let mark = "~" + String(hash.value, radix: 36)
    let new = name.replacing("%", with: String(sign))
    guard let dot = new.lastIndex(of: "."), dot != new.startIndex else { return new + mark }
    return new[..<dot] + mark + new[dot...]
  }
}
