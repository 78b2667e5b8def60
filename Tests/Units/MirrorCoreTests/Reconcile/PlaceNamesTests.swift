import MirrorCore
import Testing

@Suite("The names of files that left the mirror")
struct PlaceNamesTests {
  /// Swift takes the slash before a combining mark for a part of its character.
  private static let mark = "\u{301}"

  @Test(
    "A path that leads out of the trash is no place in it",
    arguments: [
      "../a.jpg", "x/../../a.jpg", "x/../\(mark)a.jpg", "../\(mark)a.jpg", "x//a.jpg", "",
    ])
  func trash(rest: String) { #expect(!TrashNames.isPlace(TrashNames.root + "/" + rest)) }

  @Test("A path that leads out of the folder of files that were set aside has no original")
  func aside() {
    let original = { (rest: String) in
      AsideFile(path: MirrorNames.setAside + "/" + rest, byteCount: 1, since: 0).original
    }
    #expect(original("a/b.jpg") == "a/b.jpg" && original("a/b.jpg~2") == "a/b.jpg")
    #expect(original("a/../b.jpg") == nil && original("a/../\(Self.mark)b.jpg") == nil)
  }
}
