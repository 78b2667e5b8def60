import MirrorCore

/// Compares what two versions of a sidecar say.
package enum SidecarWords {
  /// Whether an XMP packet has a property that a newer version of it lacks: somebody may have written it, and nothing else
  /// has it. Also true if the older one is no XMP packet. Another value of a property is no loss: sites change titles and
  /// tags, and people edit them.
  package static func areLost(from old: [UInt8], in new: [UInt8]) -> Bool {
    guard old != new else { return false }
    do throws(SidecarError) {
      let said = Set(try XMPLayout(of: new).properties.map(\.name))
      return try XMPLayout(of: old).properties.contains { !said.contains($0.name) }
    } catch {
      return true
    }
  }
}
