import MirrorCore

/// Rewrites sidecars in place: XMP property by property, JSON member by member.
package struct SidecarMerge: SidecarEditor {
  package init() {}

  package func rewrite(
    _ existing: [UInt8], as format: SidecarFormat, from before: [UInt8]?, to after: [UInt8]
  ) throws(SidecarError) -> [UInt8] {
    guard existing != after else { return existing }
    switch format {
    case .xmp:
      let layout = try XMPLayout(of: existing)
      let merged = try XMPMerge(
        existing: layout,
        before: before.map { (bytes) throws(SidecarError) in
          try XMPLayout(of: bytes)
        }, after: XMPLayout(of: after)
      ).bytes()
      return merged == layout.bytes ? existing : merged
    case .json: return try JSONMerge.merge(existing, from: before, to: after)
    }
  }
}
