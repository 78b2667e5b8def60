import ProviderKit
import Testing

@testable import PhotomirrorCommand

@Suite("What can be done without a required setting")
struct SourcePatternTests {
  @Test(
    "A pattern gives the parts of a source for which its names stand",
    arguments: [
      ("user/{a}@N{b}", "user/12@N00", ["12", "00"]), ("user/{a}@N{b}", "user/ada", nil),
      ("user/{a}", "user/ada/x", nil), ("user/{a}", "user/", nil), ("recent", "recent", []),
      ("recent", "recently", nil), ("search?tags={t}", "search?tags=a%2Cb", ["a%2Cb"]),
      ("search?tags={t}", "search?tags=a&text=b", nil), ("a{x}b{y}", "a1b2", ["1", "2"]),
      ("album/{o}/{a}", "album/ada/7", ["ada", "7"]),
    ] as [(String, String, [String]?)])
  func values(pattern: String, source: String, expected: [String]?) {
    #expect(SourcePattern(pattern).values(in: source)?.map(\.text) == expected)
  }

  @Test("The hint of the first pattern that matches is filled in")
  func hint() {
    let setting = Manifest.Setting(
      name: "key", summary: "",
      alternatives: [
        .init(source: "user/{n}@N{s}", hint: "feed?id={n}@N{s}"),
        .init(source: "user/{name}", hint: "the NSID of {name}"),
      ])
    #expect(setting.hint(for: "user/1@N02") == "feed?id=1@N02")
    #expect(setting.hint(for: "user/ada") == "the NSID of ada")
    #expect(setting.hint(for: "gallery/1") == nil)
  }
}
