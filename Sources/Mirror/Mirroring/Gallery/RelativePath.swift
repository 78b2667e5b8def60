import Foundation
import SystemCalls

/// How a folder is reached from another one, with links in both resolved.
enum RelativePath {
  /// Ends with a slash; empty if both are the same. Blocks.
  static func text(from folder: String, to other: String) -> String {
    let (from, to) = (components(folder), components(other))
    let common = zip(from, to).prefix { $0 == $1 }.count
    let ups = from[common...].map { _ in "../" }
    return ups.joined() + to[common...].map { $0 + "/" }.joined()
  }

  /// The paths of two folders below the nearest one that has both. Blocks.
  static func common(_ folder: String, _ other: String) -> (String, String) {
    let (one, two) = (components(folder), components(other))
    let common = zip(one, two).prefix { $0 == $1 }.count
    return (one[common...].joined(separator: "/"), two[common...].joined(separator: "/"))
  }

  private static func components(_ path: String) -> [String] {
    guard let resolved = LinkFree.real(path) else {
      return URL(filePath: path).standardizedFileURL.pathComponents
    }
    return resolved.pathParts.filter { !$0.isEmpty }
  }
}
