import ProviderKit
import Testing

@testable import MirrorCore

@Suite("Filters of photos")
struct PhotoFilterTests {
  private func exclusion(
    of photo: Photo, _ choose: (inout PhotoFilter) -> Void
  ) -> PhotoFilter.Exclusion? {
    var filter = PhotoFilter()
    choose(&filter)
    return filter.exclusion(of: photo)
  }

  @Test(
    "A photo passes if a part of its date is between the bounds, which are included",
    arguments: [
      ("2024-05-01 06:10:00", "2024-05", "2024-05", true),
      ("2024-05-01 06:10:00", "2024-05-02", nil, false),
      ("2024-05-01 06:10:00", nil, "2024-05-01", true),
      ("2024-05-01 06:10:00", nil, "2024-05-01T06:09", false),
      ("2024-05-01 06:10:00", "2024-05-01T06:10", nil, true),
      ("1905", "1905-06", "1905-07", true), ("1905~", "1906", nil, false),
      ("1905-06", nil, "1905-05-31", false), (nil, "2024-05-01", "2024-05-02", true),
      (nil, "2024-05-03", nil, false),
    ] as [(String?, String?, String?, Bool)])
  func taken(date: String?, since: String?, until: String?, passes: Bool) {
    // 2024-05-01 21:46:40 UTC.
    let photo = Photo(id: "5", owner: "o", takenAt: date, uploadedAt: 1_714_600_000)
    let exclusion = exclusion(of: photo) {
      ($0.since, $0.until) = (since.flatMap(DateBound.init), until.flatMap(DateBound.init))
    }
    #expect(exclusion == (passes ? nil : .date))
  }

  @Test("The upload date is compared if the bound says so, and a photo without it is left out")
  func uploaded() {
    let bound = DateBound("uploaded:2024-05-01T21:46:40")
    let photo = Photo(id: "5", owner: "o", takenAt: "1905", uploadedAt: 1_714_600_000)
    #expect(exclusion(of: photo) { ($0.since, $0.until) = (bound, bound) } == nil)
    #expect(exclusion(of: photo) { $0.since = DateBound("uploaded:2024-05-02") } == .date)
    #expect(exclusion(of: Photo(id: "5", owner: "o")) { $0.until = bound } == .date)
  }

  @Test(
    "What is no date is refused",
    arguments: [
      "", "may", "24-05", "2024-13", "2024-05-32", "2024-5-1", "posted:2024", "2024-05-01 26",
    ])
  func invalid(text: String) {
    #expect(DateBound(text) == nil)
  }

  @Test(
    "A bound is after another one of its kind if no date is between them",
    arguments: [
      ("2024-05-01", "2023", true), ("2024-05-01", "2024", false), ("2024", "2024-05", false),
      ("2024-06", "2024-05-31", true), ("2024-05-31", "2024-05-31", false),
      ("uploaded:2024", "2023", false), ("uploaded:2024", "uploaded:2023", true),
    ])
  func order(since: String, until: String, isAfter: Bool) throws {
    let (first, last) = (try #require(DateBound(since)), try #require(DateBound(until)))
    #expect(first.isAfter(last) == isAfter)
  }

  @Test("A licence may be written with hyphens", arguments: ["cc-by", "CC-BY", "cc by"])
  func hyphens(text: String) {
    let words = LicenseWords(text)
    let matching = ["CC BY 4.0", "CC BY-SA 2.0", "CC0 1.0"].map { name in
      words.matches(License(name: name))
    }
    #expect(matching == [true, false, false])
  }

  @Test("A date is written as it is read", arguments: ["2024", "uploaded:2024-05-01T06:10"])
  func text(text: String) {
    #expect(DateBound(text)?.text == text)
  }

  @Test(
    "A licence is chosen by the first words of its name",
    arguments: [
      ("CC BY 4.0", "cc by", true), ("CC BY-SA 4.0", "CC BY", false), ("CC BY-SA 4.0", "cc", true),
      ("CC0 1.0", "CC", false), ("CC0 1.0", "CC0", true), (nil, "none", true), (nil, "cc", false),
      ("All Rights Reserved", "none", false),
    ] as [(String?, String, Bool)])
  func license(name: String?, words: String, passes: Bool) {
    let photo = Photo(id: "5", owner: "o", license: name.map { License(name: $0) })
    #expect((exclusion(of: photo) { $0.licenses = [LicenseWords(words)] } == nil) == passes)
  }

  @Test("A tag is compared without case and spaces; an excluded tag wins")
  func tags() {
    let photo = Photo(id: "5", owner: "o", tags: ["New York", "Café"])
    #expect(exclusion(of: photo) { $0.tags = [FoldedTag("newyork"), FoldedTag("x")] } == nil)
    #expect(exclusion(of: photo) { $0.tags = [FoldedTag("york")] } == .tag)
    #expect(exclusion(of: photo) { $0.excludedTags = [FoldedTag("CAFÉ")] } == .tag)
    #expect(
      exclusion(of: photo) {
        ($0.tags, $0.excludedTags) = ([FoldedTag("New York")], [FoldedTag("café")])
      } == .tag)
  }

  @Test("The longest edge of the largest size is compared; unknown pixels pass")
  func pixels() {
    let sizes = [
      Rendition(label: "S", url: "http://a/s", width: 100, height: 75),
      Rendition(label: "L", url: "http://a/l", width: 768, height: 1024),
    ]
    let photo = Photo(id: "5", owner: "o", renditions: sizes)
    #expect(exclusion(of: photo) { ($0.minimumEdge, $0.maximumEdge) = (1024, 1024) } == nil)
    #expect(exclusion(of: photo) { $0.minimumEdge = 1025 } == .pixels)
    #expect(exclusion(of: photo) { $0.maximumEdge = 1023 } == .pixels)
    #expect(exclusion(of: Photo(id: "5", owner: "o")) { $0.minimumEdge = 5000 } == nil)
  }

  @Test("Videos and photos are chosen by their kind")
  func media() {
    let (photo, video) = (Photo(id: "5", owner: "o"), Photo(id: "6", owner: "o", media: .video))
    #expect(exclusion(of: photo) { $0.media = [.photo] } == nil)
    #expect(exclusion(of: video) { $0.media = [.photo] } == .media)
    #expect(exclusion(of: video) { $0.media = [.photo, .video] } == nil)
  }

  @Test("A photo is excluded by its id or by the address of its page")
  func names() {
    let photo = Photo(id: "5", owner: "o", pageURL: "https://www.example.org/photos/5/")
    for line in ["5", "  5 ", "http://example.org/photos/5", "https://www.example.org/photos/5/"] {
      let names = PhotoNames(lines: "# a comment\n\n\(line)\r\n")
      #expect(exclusion(of: photo) { $0.excludedPhotos = names } == .file, "\(line)")
    }
    #expect(exclusion(of: photo) { $0.excludedPhotos = PhotoNames(lines: "#5\n55") } == nil)
  }
}
