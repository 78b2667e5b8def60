import SystemCalls
import Testing

@Suite("The text of a path")
struct PathTextTests {
  /// A combining acute accent: with the slash before it, one character of Swift.
  private static let mark = "\u{301}"

  @Test("A slash is a byte, whatever mark follows it")
  func components() {
    let path = "a/\(Self.mark)b/../\(Self.mark)c.jpg"
    #expect(path.pathParts == ["a", "\(Self.mark)b", "..", "\(Self.mark)c.jpg"])
    #expect(path.fileName == "\(Self.mark)c.jpg")
    #expect(path.folderPath == "a/\(Self.mark)b/..")
    #expect("a".folderPath == nil && "a".fileName == "a" && "/".folderPath == "")
  }

  @Test(
    "A path that leads elsewhere is not the path of a mirrored file",
    arguments: [
      "../a", "a/../b", "a/../\(mark)b", "../\(mark)b", "..", ".", "a/.", ".a", ".\(mark)a", "a//b",
      "/a", "a/", "", "a\0",
    ])
  func leadingElsewhere(path: String) {
    #expect(!path.isPlainPath)
    #expect(path.leadsDown == [".a", ".\(Self.mark)a"].contains(path))
  }

  @Test("A path is hidden by a component with a leading dot, whatever mark follows it")
  func hidden() {
    for path in [".a", "a/.b", "a/.\(Self.mark)b/c", ".\(Self.mark)"] { #expect(path.isHiddenPath) }
    for path in ["a", "a./b", "\(Self.mark).a", ""] { #expect(!path.isHiddenPath) }
  }

  @Test("Other paths are", arguments: ["a", "a/b.jpg", "\(mark)a/\(mark)b", "a..b", "ä/ö"])
  func plain(path: String) {
    #expect(path.isPlainPath && path.leadsDown)
  }
}
