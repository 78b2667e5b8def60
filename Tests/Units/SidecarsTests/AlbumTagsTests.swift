import MirrorCore
import ProviderKit
import Testing

@testable import Sidecars

@Suite("Albums in an XMP sidecar")
struct AlbumTagsTests {
  private let photo = Samples.photo(tags: ["cat", "a/b"])

  private func xmp(_ albums: [String]) -> [UInt8] {
    Sidecar.bytes(of: photo, in: albums, as: .xmp, provider: "flickr")
  }

  private func rewrite(
    _ existing: [UInt8], from before: [String], to after: [String]
  ) throws -> [UInt8] {
    try SidecarMerge().rewrite(existing, as: .xmp, from: xmp(before), to: xmp(after))
  }

  /// The items of digiKam's list and of Lightroom's.
  private func lists(_ bytes: [UInt8]) throws -> [[String]] {
    let layout = try XMPLayout(of: bytes)
    return [
      XMPName("http://www.digikam.org/ns/1.0/", "TagsList"),
      XMPName("http://ns.adobe.com/lightroom/1.0/", "hierarchicalSubject"),
    ].map { layout.all($0).flatMap { $0.node.array?.items ?? [] } }
  }

  @Test("A title is one level below Albums, whatever separators it contains")
  func levels() throws {
    let titles = ["Sea & <sun>", "2024/05|Trip"]
    #expect(
      try lists(xmp(titles)) == [
        ["cat", "a\u{2215}b", "Albums/Sea & <sun>", "Albums/2024\u{2215}05\u{2223}Trip"],
        ["cat", "a\u{2215}b", "Albums|Sea & <sun>", "Albums|2024\u{2215}05\u{2223}Trip"],
      ])
    #expect(!xmp(titles).text.contains("<dc:subject><rdf:Bag><rdf:li>Albums"))
  }

  @Test("Albums come and go in place, and come to what a new sidecar has")
  func changes() throws {
    #expect(try lists(rewrite(xmp([]), from: [], to: ["A"])) == lists(xmp(["A"])))
    #expect(try lists(rewrite(xmp(["A"]), from: ["A"], to: ["B"])) == lists(xmp(["B"])))
    #expect(try lists(rewrite(xmp(["A"]), from: ["A"], to: [])) == lists(xmp([])))
    // As after a kill: written, but not recorded.
    #expect(try rewrite(xmp(["A"]), from: [], to: ["A"]) == xmp(["A"]))
  }

  @Test("A user's own entries of both lists, and every other byte, stay")
  func own() throws {
    let text = xmp(["A"]).text
    let edited = text.replacing(
      "<rdf:li>Albums/A</rdf:li>", with: "<rdf:li>Albums/A</rdf:li><rdf:li>Albums/Mine</rdf:li>"
    ).replacing("<dc:title>", with: "<!-- mine --><dc:title>")
    let rewritten = try rewrite(Array(edited.utf8), from: ["A"], to: ["B"])
    #expect(
      try lists(rewritten) == [
        ["cat", "a\u{2215}b", "Albums/Mine", "Albums/B"], ["cat", "a\u{2215}b", "Albums|B"],
      ])
    let without = { (text: String) in
      text.split(separator: "\n").filter { !$0.contains("Albums") }
    }
    #expect(without(rewritten.text) == without(edited))
  }

  @Test("An entry that the user removed stays away while other albums change")
  func removed() throws {
    let edited = xmp(["A"]).text.replacing("<rdf:li>Albums/A</rdf:li>", with: "")
    let rewritten = try rewrite(Array(edited.utf8), from: ["A"], to: ["A", "B"])
    #expect(
      try lists(rewritten) == [
        ["cat", "a\u{2215}b", "Albums/B"], ["cat", "a\u{2215}b", "Albums|A", "Albums|B"],
      ])
  }

  @Test("Other metadata changes without the albums, also in another program's sidecar")
  func foreign() throws {
    let existing = Array(Samples.foreign.utf8)
    let with = try rewrite(existing, from: [], to: ["A"])
    #expect(try lists(with).map { $0.last } == ["Albums/A", "Albums|A"])
    #expect(try lists(rewrite(with, from: ["A"], to: [])) == lists(existing))
  }
}
