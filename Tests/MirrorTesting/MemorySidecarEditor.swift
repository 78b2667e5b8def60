import MirrorCore

/// Replaces sidecars as a whole, for tests; one that begins with `!` cannot be read.
package struct MemorySidecarEditor: SidecarEditor {
  package init() {}

  package func rewrite(
    _ existing: [UInt8], as format: SidecarFormat, from before: [UInt8]?, to after: [UInt8]
  ) throws(SidecarError) -> [UInt8] {
    if existing.first == UInt8(ascii: "!") { throw SidecarError("it is not well-formed") }
    return after
  }
}
