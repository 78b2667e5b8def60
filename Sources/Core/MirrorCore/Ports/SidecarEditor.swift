/// The port to sidecars that other programs may have written to.
package protocol SidecarEditor: Sendable {
  /// An existing sidecar with the values of a photo that have changed.
  ///
  /// Everything else stays byte for byte: the properties of other programs, and values that differ from those
  /// of `before`, because somebody edited them. To and from edited tags, only those are added and removed that
  /// have changed between `before` and `after`.
  /// - Parameters:
  ///   - before: The sidecar of the photo as it was listed when the existing one was written; nil if
  ///     unknown: then every value is replaced, and tags are only added.
  ///   - after: The sidecar of the photo as it is listed now.
  /// - Throws: ``SidecarError`` if the existing sidecar cannot be read.
  func rewrite(
    _ existing: [UInt8], as format: SidecarFormat, from before: [UInt8]?, to after: [UInt8]
  ) throws(SidecarError) -> [UInt8]
}

/// Why a sidecar cannot be read.
package struct SidecarError: Error, Sendable, Hashable {
  /// A clause in lower case without a period.
  package let reason: String

  package init(_ reason: String) { self.reason = reason }
}
