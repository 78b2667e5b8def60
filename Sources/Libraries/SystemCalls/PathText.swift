/// Paths by their bytes, as the kernel reads them.
///
/// For Swift, a slash and a combining mark after it are one character, which is not the slash: by characters,
/// `../` and a mark would be one component, and no `..`.
///
/// Two types have them, because a generic function of another module is not specialized, and each file needs some.
extension Substring {
  private static var slash: UInt8 { UInt8(ascii: "/") }

  /// The components, empty ones included.
  package var pathParts: [String] {
    utf8.split(separator: Self.slash, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// What follows the last slash; the whole text if it has none.
  package var fileName: Substring {
    utf8.lastIndex(of: Self.slash).map { self[utf8.index(after: $0)...] } ?? self
  }

  /// What comes before the last slash; nil if it has none.
  package var folderPath: Substring? { utf8.lastIndex(of: Self.slash).map { self[..<$0] } }

  /// Whether it is the path of a file below a folder whose names are not hidden: no component is empty or begins with a
  /// dot, and there is no NUL.
  package var isPlainPath: Bool {
    !utf8.contains(0) && pathParts.allSatisfy { !$0.isEmpty && !$0.isHiddenName }
  }

  /// Whether a component begins with a dot.
  package var isHiddenPath: Bool { pathParts.contains(where: \.isHiddenName) }

  /// Whether it is a path that leads down from a folder: no component is empty, `.` or `..`, and there is no NUL.
  package var leadsDown: Bool {
    !utf8.contains(0) && pathParts.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
  }
}

/// The same of a whole text.
extension String {
  /// The components, empty ones included.
  package var pathParts: [String] { self[...].pathParts }

  /// What follows the last slash; the whole text if it has none.
  package var fileName: Substring { self[...].fileName }

  /// What comes before the last slash; nil if it has none.
  package var folderPath: Substring? { self[...].folderPath }

  /// Whether ``Substring/isPlainPath`` holds.
  package var isPlainPath: Bool { self[...].isPlainPath }

  /// Whether a component begins with a dot.
  package var isHiddenPath: Bool { self[...].isHiddenPath }

  /// Whether ``Substring/leadsDown`` holds.
  package var leadsDown: Bool { self[...].leadsDown }

  /// Whether it begins with a dot: `ls` does not show it, and it may lead elsewhere.
  package var isHiddenName: Bool { utf8.first == UInt8(ascii: ".") }
}

extension String {
  /// Whether its bytes come before those of another text, as stores and `LC_ALL=C` sort names.
  package func precedes(_ other: String) -> Bool {
    let (one, other) = (utf8Span.span, other.utf8Span.span)
    for index in 0..<min(one.count, other.count) where one[index] != other[index] {
      return one[index] < other[index]
    }
    return one.count < other.count
  }
}
