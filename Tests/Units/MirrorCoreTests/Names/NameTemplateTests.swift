import ProviderKit
import Testing

@testable import MirrorCore

@Suite("Templates of names")
struct NameTemplateTests {
  private let photo = Photo(
    id: "51", site: "flickr.com", owner: "12@N07", ownerName: "Ann Lee",
    title: "Old harbour, at dawn",
    takenAt: "2024-05-01 06:10:07", uploadedAt: 1_714_600_000, license: License(name: "CC BY 4.0"))

  private func stem(_ template: String, _ photo: Photo) throws -> String {
    FileStem(of: photo, try NameTemplate(template)).path
  }

  @Test(
    "A template gives each field its value",
    arguments: [
      (
        "{owner}/{taken:yyyy}/{taken:yyyy-MM-dd}_{title}_{id}",
        "12@N07/2024/2024-05-01_Old-harbour-at-dawn_51"
      ),
      ("{site}/{ownername}/{license} {id}", "flickr.com/Ann-Lee/CC-BY-4-0 51"),
      ("{taken:yyyy.MM.dd HH-mm-ss} {id}", "2024.05.01 06-10-07 51"),
      ("{uploaded:yyyyMMdd}-{id}", "20240501-51"), ("{title:3}_{id}", "Old_51"),
      ("{title:4}_{id}", "Old_51"), ("{id}", "51"),
      ("photos of {owner}/{id}", "photos of 12@N07/51"),
      ("été/{id}", "été/51"),
    ])
  func fields(template: String, path: String) throws {
    #expect(try stem(template, photo) == path)
    #expect(try NameTemplate(template).hasAddedID == false)
  }

  @Test(
    "A missing value has its fallback, or takes the text up to the next field with it",
    arguments: [
      ("{taken:yyyy|undated}/{title|untitled}_{id}", "undated/untitled_51"),
      ("{taken:yyyy-MM-dd}_{title}_{id}", "51"), ("{id}_{title}", "51"),
      ("{id}-by-{ownername}", "51"),
      ("{taken:yyyy}/{id}", "unknown/51"), ("{owner}/{title} of {id}", "o/51"),
    ])
  func missing(template: String, path: String) throws {
    #expect(try stem(template, Photo(id: "51", owner: "o")) == path)
  }

  @Test("A date has only its known parts")
  func knownParts() throws {
    let photo = Photo(id: "51", owner: "o", takenAt: "1905-06")
    #expect(
      try stem("{taken:yyyy}/{taken:MM}/{taken:dd|day}_{taken:yyyy-MM-dd HH}_{id}", photo)
        == "1905/06/day_1905-06_51")
  }

  @Test("A template without an id gets one", arguments: ["{title}", "{owner}/{title}", "all"])
  func addedID(template: String) throws {
    let parsed = try NameTemplate(template)
    #expect(parsed.hasAddedID && parsed.text == template + "_{id}")
    #expect(try NameTemplate(parsed.text).components == parsed.components)
    #expect(FileStem(of: photo, parsed).path.hasSuffix("_51"))
  }

  @Test(
    "A template with a mistake is refused with the reason",
    arguments: [
      ("{name}", "there is no field '{name}'; the fields are owner, "), ("{id", "'{' has no '}'"),
      ("id}", "'}' has no '{'"), ("{{id}}", "'{' has no '}'"), ("", "empty folder name"),
      ("a//{id}", "empty folder name"), ("/{id}", "would lead out of the mirror"),
      ("{id}/", "empty folder name"), ("../{id}", "leads out of its folder"),
      (".{id}", "no name can begin with '.'"), ("-{id}", "no name can begin with '-'"),
      ("a/../{id}", "leads out of its folder"), ("a\\{id}", "cannot contain '\\'"),
      ("a:{id}", "cannot contain ':'"), ("a\u{7}{id}", "the character U+7"),
      ("{title:0}{id}", "a width of 1 to 200"), ("{title:x}{id}", "a width of 1 to 200"),
      ("{id:4}", "an id cannot be cut"), ("{taken:YYYY}{id}", "a date has yyyy"),
      ("{taken:}{id}", "a date's format is empty"),
      ("{taken:yyyy/MM}{id}", "a date has yyyy"), ("{title|}{id}", "is empty or too long"),
      ("{title|a/b}{id}", "cannot contain '/'"),
      (String(repeating: "a", count: 61) + "{id}", "longer than 60 bytes"),
      (String(repeating: "a", count: 1001), "longer than 1000 bytes"),
      (String(repeating: "a/", count: 10) + "{id}", "more than 10 folders"),
    ])
  func refused(template: String, reason: String) {
    let error = #expect(throws: NameTemplateError.self) { try NameTemplate(template) }
    #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
  }

  @Test(
    "No hostile value leads out of the mirror, is hidden, reserved or too long",
    arguments: [
      "../..", ".", "..", "/", "CON", "a\0b", "-rf", "\u{202E}x",
      String(repeating: "長", count: 400),
    ])
  func hostile(text: String) throws {
    let photo = Photo(
      id: text, site: text, owner: text, ownerName: text, title: text, takenAt: text,
      license: License(name: text))
    for template in [
      "{title}/{ownername}/{license}/{site}/{owner}/{id}", "{owner}{site}{id}{title}",
      "{title}.{id}",
      "{ownername|x} {taken:HH}/{title|..a}",
    ] {
      let parts = try stem(template, photo).split(separator: "/", omittingEmptySubsequences: false)
      for part in parts {
        #expect(
          !part.isEmpty && !part.hasPrefix(".") && !part.hasPrefix("-") && !part.hasSuffix("."))
        #expect(part.utf8.count <= 160 && part.uppercased() != "CON")
        #expect(!part.utf8.contains { $0 < 0x20 || $0 == 0x7F })
      }
    }
  }
}
