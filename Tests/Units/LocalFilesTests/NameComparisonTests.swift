import Foundation
import TestSupport
import Testing

@testable import LocalFiles

@Suite("How file systems compare names")
struct NameComparisonTests {
  private static let composed = "files/\u{C5}ngstr\u{F6}m/Caf\u{E9}.jpg"
  private static let decomposed = "files/A\u{30A}ngstro\u{308}m/Cafe\u{301}.jpg"

  /// Whether a file system ignores case and composition, two names, and whether they are one.
  static let pairs: [(Bool, Bool, String, String, Bool)] = [
    (false, false, composed, composed, true), (false, false, composed, decomposed, false),
    (false, true, composed, decomposed, true),
    (false, true, composed, decomposed.uppercased(), false),
    (true, true, composed, decomposed.uppercased(), true),
    (true, false, composed, composed.lowercased(), true),
    (true, false, composed, decomposed, false), (false, false, "a/1.jpg", "A/1.jpg", false),
    (true, false, "a/1.jpg", "A/1.JPG", true), (true, true, "a/1.jpg", "a/2.jpg", false),
    (true, true, "Cafe.jpg", "Caf\u{E9}.jpg", false),
  ]

  @Test(
    "Two names are one if the file system ignores what they differ in", arguments: pairs.indices)
  func names(index: Int) {
    let (ignoresCase, ignoresComposition, one, other, isOne) = Self.pairs[index]
    let names = NameComparison(ignoresCase: ignoresCase, ignoresComposition: ignoresComposition)
    #expect((names.key(one) == names.key(other)) == isOne)
  }

  @Test("A folder's file system is asked by a file that does not stay")
  func folder() throws {
    let folder = try TemporaryDirectory()
    // The file systems of Linux compare bytes.
    #expect(NameComparison(in: folder.path) == .bytes)
    #expect(NameComparison(in: folder.appending("missing")) == .bytes)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  @Test("A mirror's file system is asked by the mirror's own folder, and nothing is written")
  func mirror() throws {
    let folder = try TemporaryDirectory()
    let directory = MirrorDirectory(folder.path)
    _ = try directory.prepare()
    let sensitive = NameComparison(ignoresCase: false, ignoresComposition: true)
    #expect(NameComparison(of: directory) == sensitive)
    // As a file system without case gives it: one folder under both names is a link here, which is none.
    try FileManager.default.createSymbolicLink(
      atPath: folder.appending(".PHOTOMIRROR"), withDestinationPath: ".photomirror")
    #expect(NameComparison(of: directory) == sensitive)
  }
}
