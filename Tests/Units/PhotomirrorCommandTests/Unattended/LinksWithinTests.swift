import Foundation
import TestSupport
import Testing

@testable import PhotomirrorCommand

@Suite("Links within a mirror on the way to a file")
struct LinksWithinTests {
  @Test(
    "A link within the mirror is found, also behind one outside, and others are followed",
    arguments: [
      ("mirror", nil), ("mirror/folder", nil), ("mirror/link", "mirror/link"),
      ("mirror/folder/up", "mirror/folder/up"), ("mirror/link/deep", "mirror/link"),
      ("other", nil), ("way", nil), ("way/folder", nil), ("way/link", "mirror/link"),
      ("through", "mirror/link"), ("relative/link", "mirror/link"),
      ("other/../mirror/link", "other/../mirror/link"),
      ("loop", "loop"), ("missing/folder", nil),
    ] as [(String, String?)])
  func paths(path: String, link: String?) throws {
    let folder = try TemporaryDirectory()
    let root = try #require(realpath(folder.path, nil).map { String(cString: $0) })
    for name in ["mirror/folder", "other/deep"] {
      try FileManager.default.createDirectory(
        atPath: "\(root)/\(name)", withIntermediateDirectories: true)
    }
    for (name, target) in [
      ("mirror/link", "\(root)/other"), ("mirror/folder/up", "../../other"),
      ("way", "\(root)/mirror"), ("through", "\(root)/way/link/deep"), ("relative", "mirror"),
      ("loop", "loop"),
    ] { try #require(symlink(target, "\(root)/\(name)") == 0) }
    let found = LinksWithin.first(of: "\(root)/way", onTheWayTo: "\(root)/\(path)")
    #expect(found == link.map { "\(root)/\($0)" })
  }
}
