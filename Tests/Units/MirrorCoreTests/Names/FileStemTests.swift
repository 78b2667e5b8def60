import Foundation
import ProviderKit
import Testing

@testable import MirrorCore

@Suite struct FileStemTests {
  private func stem(
    id: String = "51234", owner: String = "12@N07", title: String = "", takenAt: String? = nil,
    uploadedAt: Int64? = nil
  ) -> String {
    let photo = Photo(id: id, owner: owner, title: title, takenAt: takenAt, uploadedAt: uploadedAt)
    return FileStem(of: photo).path
  }

  @Test("A file stem consists of owner, date taken, slug of the title and id")
  func plain() {
    #expect(
      stem(title: "Old harbour, at dawn!", takenAt: "2024-05-01 06:10:00")
        == "12@N07/2024-05-01_Old-harbour-at-dawn_51234")
  }

  @Test("A file stem uses the upload date if the date taken is missing, and no date if both are")
  func dates() {
    #expect(stem(uploadedAt: 1_700_000_000) == "12@N07/2023-11-14_51234")
    #expect(stem(title: "x") == "12@N07/x_51234")
    #expect(stem(takenAt: "../../etc/x") == "12@N07/51234")
  }

  @Test(
    "A file stem omits the day if the date is not known to the day",
    arguments: [("1905-06", "1905-06"), ("1905", "1905"), ("1905~", "1905")])
  func precision(taken: String, date: String) {
    #expect(stem(title: "x", takenAt: taken, uploadedAt: 1_700_000_000) == "12@N07/\(date)_x_51234")
  }

  @Test(
    "A file stem leaves room for what follows it in the longest name of its place, and keeps its id",
    arguments: [(255, 160), (200, 160), (143, 103), (110, 70), (20, 40)])
  func longest(bytes: Int, most: Int) {
    let photo = Photo(
      id: "51234", owner: String(repeating: "o", count: 80),
      title: String(repeating: "東", count: 100), takenAt: "2024-05-01 06:10:00")
    let parts = FileStem(of: photo, .standard.limited(to: bytes)).path.split(separator: "/")
    #expect(parts.count == 2 && parts.allSatisfy { $0.utf8.count <= most })
    #expect(parts[1].hasPrefix("2024-05-01_東") && parts[1].hasSuffix("_51234"))
    #expect(parts[1].utf8.count > most - 6)
  }

  @Test("A file stem keeps letters of every script, composed, and replaces the rest with a dash")
  func scripts() {
    #expect(stem(title: "e\u{301}te\u{301} 東京 🙂 Ωmega") == "12@N07/été-東京-Ωmega_51234")
    #expect(stem(title: "हिन्दी") == "12@N07/हिन्दी_51234")
    #expect(stem(title: "\u{202E}gpj.exe\u{0}/..") == "12@N07/gpj-exe_51234")
  }

  @Test(
    "A name that Windows reserves for a device gets a prefix, and one that only begins like it none",
    arguments: [
      ("com1", "_com1"), ("LPT9.x", "_LPT9.x"), ("prn", "_prn"), ("COM12", "COM12"),
      ("COMA", "COMA"), ("COM", "COM"), ("XCOM1", "XCOM1"), ("console", "console"),
    ])
  func reserved(name: String, expected: String) {
    #expect(NameComponent.unreserved(name) == expected)
  }

  @Test(
    "A hostile owner, id or title gives no stem that is hidden or leaves the mirror",
    arguments: [
      "..", ".", "/", "a/../../b", ".photomirror", "-rf", "a\0b", "CON", "nul.txt", "", "\n",
    ])
  func hostile(_ text: String) {
    let path = stem(id: text.isEmpty ? "x" : text, owner: text, title: text)
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    #expect(parts.count == 2)
    for part in parts {
      #expect(
        !part.isEmpty && part != "." && part != ".." && part.first != "." && part.first != "-")
      #expect(!part.utf8.contains { $0 < 0x20 || $0 == 0x7f })
    }
    #expect(!["CON", "NUL.TXT"].contains(parts[0].uppercased()))
  }

  @Test(
    "A stem's components stay within their limits and contain the id, however long the input is")
  func length() {
    for title in [String(repeating: "東", count: 500), String(repeating: "a", count: 500)] {
      let path = stem(
        id: String(repeating: "7", count: 80), owner: String(repeating: "o", count: 300),
        title: title, takenAt: "2024-05-01 00:00:00")
      for part in path.split(separator: "/") { #expect(part.utf8.count <= 160) }
      #expect(path.hasSuffix("_" + String(repeating: "7", count: 80)))
    }
  }

  @Test("Two ids that are equal once cleaned get different stems")
  func collisions() {
    #expect(stem(id: "a/b") != stem(id: "a:b"))
    #expect(stem(id: "a/b") != stem(id: "a-b"))
  }

  @Test("Ten thousand random titles give stems that satisfy every rule")
  func random() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<10_000 {
      let scalars = (0..<Int.random(in: 0...60, using: &random)).compactMap { _ in
        Unicode.Scalar(UInt32.random(in: 0...0x1FFFF, using: &random))
      }
      var title = ""
      title.unicodeScalars.append(contentsOf: scalars)
      let name = stem(title: title).dropFirst("12@N07/".count)
      #expect(name.utf8.count <= 160 && name.hasSuffix("51234"), "title \(scalars)")
      #expect(!name.contains("/") && !name.contains("\0") && name.first != ".", "title \(scalars)")
      #expect(
        Array(name.utf8) == Array(String(name).precomposedStringWithCanonicalMapping.utf8),
        "title \(scalars)")
    }
  }
}
