import MirrorCore
import Testing

@Suite("Names in packages for archives")
struct PackageNameTests {
  @Test("Names without a percent sign stay, and others have none")
  func percent() {
    #expect(PackageName.of("ada/Caf\u{E9} 1.jpg") == "ada/Caf\u{E9} 1.jpg")
    #expect(PackageName.of("50% off/100%.jpg") == "50\u{FF05} off/100\u{FF05}.jpg")
    for path in ["%", "a%/%.jpg", "a%\u{FF05}.jpg", "%25.jpg"] {
      #expect(!PackageName.of(path).contains("%"), "\(path)")
    }
  }

  @Test("Different paths have different names, and keep their folders and extensions")
  func distinct() {
    let paths = [
      "a/1%.jpg", "a/1\u{FF05}.jpg", "a/1%\u{FF05}.jpg", "a/1\u{FF05}%.jpg",
      "a/1\u{FF05}\u{FF05}.jpg", "a/1%%.jpg", "%/1.jpg", "\u{FF05}/1.jpg", ".%\u{FF05}", "a/1.jpg",
    ]
    let names = paths.map(PackageName.of)
    #expect(Set(names).count == paths.count, "\(names)")
    for (path, name) in zip(paths, names) where path.hasSuffix(".jpg") {
      #expect(name.hasSuffix(".jpg"))
      #expect(name.split(separator: "/").count == path.split(separator: "/").count)
    }
  }
}
