import MirrorCore

/// Replaces sidecars as a whole, for tests, or the lines with the origin of the picture alone; one that begins with `!`
/// cannot be read.
package struct MemorySidecarEditor: SidecarEditor {
  package init() {}

  package func rewrite(
    _ existing: [UInt8], as format: SidecarFormat, from before: [UInt8]?, to after: [UInt8]
  ) throws(SidecarError) -> [UInt8] {
    if existing.first == UInt8(ascii: "!") { throw SidecarError("it is not well-formed") }
    guard before == Sidecar.bytes(of: PictureOrigin(), as: format) else { return after }
    let lines = String(decoding: after, as: UTF8.self).split(separator: "\n")
    let origins = lines.filter { $0.hasPrefix("<photomirror:") }
    var rest = String(decoding: existing, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    let place = rest.firstIndex { $0.hasPrefix("<photomirror:") } ?? rest.endIndex
    rest.removeAll { $0.hasPrefix("<photomirror:") }
    rest.insert(contentsOf: origins, at: min(place, rest.endIndex))
    return Array(rest.joined(separator: "\n").utf8)
  }
}
