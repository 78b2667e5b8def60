import Foundation
import LocalFiles
import SystemCalls

extension MirrorDirectory {
  /// A name that the user gave: the path of a file relative to the mirror, however the path leads there from the
  /// working directory; another name, such as a photo's id, as it is. Blocks.
  func relative(_ name: String) -> String {
    guard let own = FileStatus(following: path)?.identity else { return name }
    // The mirror itself may be a folder of the path: ./photos/a.jpg, /srv/photos/a.jpg, or by a link.
    for end in name.indices.dropFirst().reversed() where name[end] == "/" {
      guard FileStatus(following: String(name[..<end]))?.identity == own else { continue }
      return name[end...].split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    }
    // Or the working directory is in the mirror.
    guard FileStatus(of: name) != nil, let root = LinkFree.real(path) else { return name }
    let file = URL(filePath: name)
    let folder = file.deletingLastPathComponent().path(percentEncoded: false)
    guard let place = LinkFree.real(folder), place == root || place.hasPrefix(root + "/") else {
      return name
    }
    return String((place + "/" + file.lastPathComponent).dropFirst(root.count + 1))
  }

  /// Whether a path is this directory or leads into it; its last names may be missing on the disk. Blocks.
  func contains(_ path: String) -> Bool {
    guard let root = LinkFree.real(self.path) else { return false }
    var place = URL(filePath: path).standardized
    while LinkFree.real(place.path(percentEncoded: false)) == nil, place.pathComponents.count > 1 {
      place.deleteLastPathComponent()
    }
    guard let place = LinkFree.real(place.path(percentEncoded: false)) else { return false }
    return place == root || place.hasPrefix(root == "/" ? root : root + "/")
  }
}
