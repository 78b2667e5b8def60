import Testing

@testable import FlickrExport

@Suite("File names in a Flickr export")
struct EntryNameTests {
  @Test(
    "The name of an export's media file determines its possible ids",
    arguments: [
      ("red-boat_52345678901_o.jpg", ["52345678901"]), ("_52345678901_o.png", ["52345678901", ""]),
      ("52345678901_0a1b2c3d4e_o.jpg", ["52345678901"]),
      ("52345678901_0123456789_o.jpg", ["0123456789", "52345678901"]),
      ("a_b_12_52345678901_o.JPG", ["52345678901"]), ("photos/2019_77_o.gif", ["77", "2019"]),
    ])
  func media(name: String, ids: [String]) {
    #expect(EntryName(name) == .media(ids: ids.filter { !$0.isEmpty }, isVideo: false))
  }

  @Test("The name of an export's video has no suffix", arguments: ["mov", "mp4", "avi", "M4V"])
  func video(kind: String) {
    #expect(EntryName("the-sea_81.\(kind)") == .media(ids: ["81"], isVideo: true))
  }

  @Test(
    "The name of an export's entry determines its kind",
    arguments: [
      ("photo_12.json", EntryName.photo("12")), ("photo_x.json", .other), ("albums.json", .albums),
      ("part/account_profile.json", .account), ("contacts_part001.json", .other),
      ("__MACOSX/._a_1_o.jpg", .other), ("readme", .other), ("notes_o.jpg", .other),
    ])
  func kinds(name: String, kind: EntryName) {
    #expect(EntryName(name) == kind)
  }

  @Test(
    "A name in an export that leads out of the folder is refused",
    arguments: [
      "../a_1_o.jpg", "/etc/a_1_o.jpg", "x/../../a_1_o.jpg", "../\u{301}a_1_o.jpg", "..\\a_1_o.jpg",
    ])
  func outside(name: String) {
    #expect(EntryName(name) == .outside)
  }
}

@Suite("Files of an export and their photos")
struct MediaAssignmentTests {
  private func place(_ entry: Int) -> ExportIndex.Place { .init(archive: 0, entry: entry, size: 1) }

  private func assign(_ files: [[String]], known: Set<String>) -> MediaAssignment {
    var assignment = MediaAssignment()
    for (index, ids) in files.enumerated() {
      assignment.add(ids, isVideo: false, at: place(index))
    }
    assignment.finish(known: known)
    return assignment
  }

  @Test("Of two numbers in an export's file name, the one of a known photo is the id")
  func known() {
    let found = assign([["5", "7"], ["6", "8"]], known: ["7", "6"])
    #expect(found.media.mapValues(\.place.entry) == ["7": 0, "6": 1] && found.undescribed == [])
  }

  @Test("If both numbers are known photos, an export's file belongs to the one without a file")
  func both() {
    let found = assign([["5", "7"], ["5"]], known: ["5", "7"])
    #expect(found.media.mapValues(\.place.entry) == ["7": 0, "5": 1] && found.duplicates == 0)
  }

  @Test("A file without JSON and a second file of a photo in an export are reported")
  func faults() {
    let found = assign([["5"], ["5"], ["9"]], known: ["5"])
    #expect(
      found.duplicates == 1 && found.undescribed == ["9"] && found.media["5"]?.place.entry == 0)
  }
}
