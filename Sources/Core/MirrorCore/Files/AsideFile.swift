import SystemCalls

/// A file in the set-aside folder.
package struct AsideFile: Sendable, Hashable {
  /// Relative to the mirror.
  package let path: String
  /// Bytes of the file; 0 for something that is no file.
  package let byteCount: Int64
  /// When it was moved there, seconds since 1970, as far as the place tells.
  package let since: Int64

  package init(path: String, byteCount: Int64, since: Int64) {
    (self.path, self.byteCount, self.since) = (path, byteCount, since)
  }

  /// The path that the file had, relative to the mirror; nil if this is no path in the set-aside folder.
  package var original: String? {
    guard path.hasPrefix(MirrorNames.setAside + "/"), path.leadsDown else { return nil }
    let name = path.dropFirst(MirrorNames.setAside.count + 1)
    guard let mark = name.lastIndex(of: "~"), !name[mark...].dropFirst().isEmpty,
      name[mark...].dropFirst().allSatisfy({ $0.isASCII && $0.isNumber })
    else { return String(name) }
    return String(name[..<mark])
  }
}
