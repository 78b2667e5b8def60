import Foundation
import SystemCalls

/// Whether a path leads through a link within a folder that somebody else may have prepared: such a link could lead to
/// any place of the user.
enum LinksWithin {
  /// Of one path, as the kernel has it (path_resolution(7)).
  private static let mostLinks = 40

  /// The first link within `folder` on the way to `path`; nil if none. Links outside of it are followed. Blocks.
  static func first(of folder: String, onTheWayTo path: String) -> String? {
    guard let root = FileStatus(following: folder)?.identity else { return nil }
    var rest = Array(parts(URL(filePath: path).absoluteURL.path(percentEncoded: false)).reversed())
    var (place, isInside, links) = ("", root == FileStatus(following: "/")?.identity, 0)
    while let part = rest.popLast() {
      let next = place + "/" + part
      if FileStatus(of: next)?.isLink == true {
        links += 1
        guard !isInside, links <= mostLinks,
          let target = try? FileManager.default.destinationOfSymbolicLink(atPath: next)
        else { return next }
        if target.utf8.first == UInt8(ascii: "/") {
          (place, isInside) = ("", root == FileStatus(of: "/")?.identity)
        }
        rest += parts(target).reversed()
      } else {
        place = next
        isInside = isInside || FileStatus(of: place)?.identity == root
      }
    }
    return nil
  }

  private static func parts(_ path: String) -> [String] {
    path.pathParts.filter { !["", "."].contains($0) }
  }
}
