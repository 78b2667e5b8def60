import Glibc
import SystemCalls

/// The user's state folder (XDG Base Directory Specification).
enum StateFolder {
  /// A folder of this program in it; nil if neither XDG_STATE_HOME nor HOME names a folder.
  static func path(_ name: String, _ environment: [String: String]) -> String? {
    [environment["XDG_STATE_HOME"], environment["HOME"].map { "\($0)/.local/state" }]
      .compactMap(\.self).first { $0.hasPrefix("/") }.map { "\($0)/photomirror/\(name)" }
  }

  /// A failure shows when a file is written.
  static func make(_ folder: String) {
    var path = ""
    for part in folder.pathParts where !part.isEmpty {
      path += "/\(part)"
      mkdir(path, 0o700)
    }
  }
}
