import MirrorCore
import ProviderKit
import Testing

@testable import Sidecars

@Suite("Rewriting an XMP sidecar")
struct XMPMergeTests {
  private func rewrite(
    _ existing: String, from before: Photo?, to after: Photo
  ) throws -> String {
    try SidecarMerge().rewrite(
      Array(existing.utf8), as: .xmp, from: before.map(Samples.xmp), to: Samples.xmp(after)
    ).text
  }

  @Test("A rewrite without a change returns the same bytes")
  func unchanged() throws {
    let photo = Samples.photo()
    #expect(try rewrite(Samples.xmp(photo).text, from: photo, to: photo) == Samples.xmp(photo).text)
    #expect(try rewrite(Samples.foreign, from: photo, to: photo) == Samples.foreign)
  }

  @Test("A sidecar that nobody edited becomes the sidecar of the changed photo")
  func own() throws {
    let before = Samples.photo()
    var after = Samples.photo(title: "New <title>", tags: ["cat", "fog"])
    (after.latitude, after.longitude, after.license) = (nil, nil, nil)
    let text = try rewrite(Samples.xmp(before).text, from: before, to: after)
    let layout = try XMPLayout(of: Array(text.utf8))
    let expected = try XMPLayout(of: Samples.xmp(after))
    #expect(
      Set(layout.properties.map(\.node.meaning)) == Set(expected.properties.map(\.node.meaning)))
  }

  @Test("A changed title and address leave every other byte of another program's sidecar")
  func foreign() throws {
    let before = Samples.photo()
    var after = Samples.photo(title: "New & old")
    after.pageURL = "https://example.org/6"
    let text = try rewrite(Samples.foreign, from: before, to: after)
    var expected = Samples.foreign.replacing(
      "<d:title><rdf:Alt><rdf:li xml:lang=\"x-default\">Old harbour</rdf:li></rdf:Alt></d:title>",
      with: "<dc:title xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><rdf:Alt>"
        + "<rdf:li xml:lang=\"x-default\">New &amp; old</rdf:li></rdf:Alt></dc:title>")
    expected = expected.replacing("\n   d:source=\"https://example.org/5\"", with: "")
    expected = expected.replacing(
      "</rdf:Description>",
      with: "<dc:source xmlns:dc=\"http://purl.org/dc/elements/1.1/\">https://example.org/6"
        + "</dc:source>\n</rdf:Description>")
    #expect(text == expected)
  }

  @Test("A title that the user changed or removed stays so")
  func editedTitle() throws {
    let before = Samples.photo()
    let after = Samples.photo(title: "Changed at the site")
    let edited = Samples.foreign.replacing(">Old harbour<", with: ">Mine<")
    #expect(try rewrite(edited, from: before, to: after) == edited)
    let removed = Samples.foreign.replacing(/\s*<d:title>.*<\/d:title>/, with: "")
    #expect(try rewrite(removed, from: before, to: after) == removed)
  }

  @Test("Edited tags get the tags that were added at the site, and lose those that were removed")
  func tags() throws {
    let before = Samples.photo(tags: ["cat", "sea", "fog"])
    let after = Samples.photo(tags: ["cat", "night", "a/b"])
    let mine = "<rdf:li>cat</rdf:li><rdf:li>sea</rdf:li><rdf:li>my &amp; own</rdf:li>"
    let edited = Samples.xmp(before).text.replacing(
      "<rdf:li>cat</rdf:li><rdf:li>sea</rdf:li><rdf:li>fog</rdf:li>", with: mine)
    let text = try rewrite(edited, from: before, to: after)
    let layout = try XMPLayout(of: Array(text.utf8))
    let lists = layout.properties.filter(\.name.isTags).map { $0.node.array?.items ?? [] }
    #expect(
      lists == [
        ["cat", "my & own", "night", "a/b"], ["cat", "my & own", "night", "a\u{2215}b"],
        ["cat", "my & own", "night", "a\u{2215}b"],
      ])
  }

  @Test("An edited list of regions gets the added ones, and a repeated rewrite changes nothing")
  func regions() throws {
    let (before, after) = (
      Samples.detailed(people: ["Ann"]), Samples.detailed(people: ["Ann", "Bo"])
    )
    let mine = "<rdf:li rdf:parseType=\"Resource\"><mwg-rs:Name>Mine</mwg-rs:Name></rdf:li>"
    let edited = Samples.xmp(before).text.replacing(
      "</rdf:Bag></mwg-rs:RegionList>", with: mine + "</rdf:Bag></mwg-rs:RegionList>")
    let text = try rewrite(edited, from: before, to: after)
    let layout = try XMPLayout(of: Array(text.utf8))
    let regions = layout.properties.first { $0.name.isRegions }?.node.regions
    let names = regions?.items.map { item in
      item.children.first { ["Name", "Description"].contains($0.name.local) }?.text ?? ""
    }
    #expect(names == ["Ann", "the quay", "Mine", "Bo"])
    #expect(try rewrite(text, from: after, to: after) == text)
    #expect(try rewrite(text, from: before, to: after) == text)
    var none = after
    none.details = nil
    let rest = try rewrite(text, from: after, to: none)
    #expect(rest.contains(mine) && !rest.contains(">Bo<") && !rest.contains("the quay"))
    // A list that nobody edited disappears with the last region.
    let unedited = try rewrite(Samples.xmp(before).text, from: before, to: none)
    #expect(!unedited.contains("mwg-rs:Regions"))
  }

  @Test("Regions get the declarations that another program's packet lacks")
  func declarations() throws {
    let (before, after) = (Samples.photo(), Samples.detailed())
    let text = try rewrite(Samples.foreign, from: before, to: after)
    let layout = try XMPLayout(of: Array(text.utf8))
    #expect(layout.properties.first { $0.name.isRegions }?.node.regions?.items.count == 2)
    #expect(text.contains("darktable:history"))
  }

  @Test("Without the earlier listing every value is replaced, and tags are only added")
  func unknownBefore() throws {
    let text = try rewrite(Samples.foreign, from: nil, to: Samples.photo(title: "New"))
    #expect(text.contains(">New<") && text.contains("<rdf:li>sea</rdf:li>"))
    #expect(text.contains("darktable:history") && text.contains("my words"))
    let edited = Samples.xmp(Samples.photo(tags: ["mine"])).text
    let tags = try rewrite(edited, from: nil, to: Samples.photo(tags: ["cat"]))
    #expect(tags.contains("<rdf:li>mine</rdf:li><rdf:li>cat</rdf:li>"))
  }

  @Test("A description without content gets the new properties")
  func emptyDescription() throws {
    let existing = """
      <x:xmpmeta xmlns:x='adobe:ns:meta/'><r:RDF \
      xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><r:Description r:about='' \
      xmlns:xmp='http://ns.adobe.com/xap/1.0/' xmp:Rating='4' /></r:RDF></x:xmpmeta>
      """
    let text = try rewrite(existing, from: nil, to: Photo(id: "5", owner: "Ann"))
    #expect(text.contains("xmp:Rating='4' >\n") && text.contains("</r:Description></r:RDF>"))
    let layout = try XMPLayout(of: Array(text.utf8))
    #expect(
      layout.properties.map(\.name.local) == ["Rating", "creator", "identifier", "Identifier"])
  }

  @Test(
    "What is no XMP is refused with a reason",
    arguments: [
      ("hello", "line 1"), ("", "line 1"), ("<a><b></a>", "line 1"),
      ("<note>milk</note>", "without XMP properties"),
      ("<!DOCTYPE a [<!ENTITY e 'x'>]><a>&e;</a>", "DOCTYPE"),
      ("\u{FEFF}<a>\u{0}</a>", "not in UTF-8"),
    ])
  func refused(existing: String, reason: String) {
    let error = #expect(throws: SidecarError.self) {
      try rewrite(existing, from: nil, to: Samples.photo())
    }
    #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
  }

  @Test("A sidecar that is nested a hundred thousand levels deep is refused")
  func deep() {
    let existing = String(repeating: "<a>", count: 100_000)
    let error = #expect(throws: SidecarError.self) {
      try rewrite(existing, from: nil, to: Samples.photo())
    }
    #expect(error?.reason == "it is nested too deeply")
  }

  @Test("A sidecar in UTF-16 is refused")
  func wide() {
    let bytes = Array(Samples.foreign.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
    #expect(throws: SidecarError.self) {
      try SidecarMerge().rewrite(bytes, as: .xmp, from: nil, to: Samples.xmp(Samples.photo()))
    }
  }
}

@Suite("Rewriting a JSON sidecar")
struct JSONMergeTests {
  @Test("Changed members are replaced; added and edited ones stay")
  func merge() throws {
    let before = Samples.photo()
    let after = Samples.photo(title: "New", tags: ["fog"])
    let edited = Samples.json(before).text.replacing(
      "\"title\" : \"Old harbour\"", with: "\"mine\" : [1], \"title\" : \"Mine\"")
    let text = try SidecarMerge().rewrite(
      Array(edited.utf8), as: .json, from: Samples.json(before), to: Samples.json(after)
    ).text
    #expect(text.contains("\"title\" : \"Mine\"") && text.contains("\"mine\""))
    #expect(text.contains("\"fog\"") && !text.contains("\"sea\""))
    let own = try SidecarMerge().rewrite(
      Samples.json(before), as: .json, from: Samples.json(before), to: Samples.json(after))
    #expect(own == Samples.json(after))
  }

  @Test("What is no JSON object is refused", arguments: ["hello", "[1]", "{", ""])
  func refused(existing: String) {
    #expect(throws: SidecarError.self) {
      try SidecarMerge().rewrite(
        Array(existing.utf8), as: .json, from: nil, to: Samples.json(Samples.photo()))
    }
  }
}
