import FlickrProvider
import ProviderKit
import Testing

@Suite("A Flickr listing")
struct FlickrListingTests {
  @Test("A Flickr listing has all metadata of a photo")
  func facts() throws {
    let page = try read(FlickrRecording.recent)
    let cdn = "https://live.staticflickr.com/65535/51035555243"
    #expect(
      page.photos.first
        == Photo(
          id: "51035555243", site: "flickr.com", owner: "12037949754@N01", ownerName: "Bees",
          title: "Katze ü😀",
          about: "Line one\nand <b>two</b>",
          pageURL: "https://www.flickr.com/photos/bees/51035555243/",
          takenAt: "2021-03-14 15:09:26", uploadedAt: 1_615_900_000, tags: ["cat", "black"],
          license: License(
            name: "CC BY 2.0", url: "https://creativecommons.org/licenses/by/2.0/"),
          latitude: 52.5, longitude: 13.25, privacy: .public,
          renditions: [
            Rendition(label: "Square", url: cdn + "_a1_s.jpg", width: 75, height: 75),
            Rendition(label: "Medium", url: cdn + "_a1.jpg", width: 500, height: 375),
            Rendition(
              label: "Original", url: cdn + "_b2_o.png", width: 4000, height: 3000,
              isOriginal: true),
          ]))
  }

  @Test("A Flickr listing omits unknown metadata")
  func unknowns() throws {
    let page = try read(FlickrRecording.recent)
    #expect(
      page.photos.last
        == Photo(
          id: "51035555244", site: "flickr.com", owner: "12037949754@N01", title: "bare",
          pageURL: "https://www.flickr.com/photos/12037949754@N01/51035555244/",
          uploadedAt: 1_615_900_001, license: License(name: "Flickr license 99")))
  }

  @Test("A Flickr listing reports entries that are not photos")
  func refused() throws {
    let page = try read(FlickrRecording.recent)
    #expect(page.refused == ["entry 4 of page 1 has no id"])
    #expect(page.total == 6)
  }

  @Test("A video in a Flickr listing has no stream: the addresses of its entry are those of stills")
  func streams() throws {
    let entry = #"{"id":"7","media":"video","media_status":"ready","url_o":"https://a/7_o.jpg"}"#
    let body = #"{"photos":{"page":1,"pages":1,"photo":[\#(entry)]},"stat":"ok"}"#
    let video = try #require(try read(body).photos.first)
    #expect(video.media == .video && video.files == [])
    #expect(video.renditions.map(\.media) == [.photo] && !video.renditions[0].isOriginal)
  }

  @Test("A video that Flickr could not process is skipped with a reason, and is not an error")
  func video() throws {
    let page = try read(FlickrRecording.recent)
    #expect(
      page.skipped == [
        SkippedEntry(id: "51035555245", kind: "video", reason: "Flickr could not process it")
      ])
    #expect(!page.photos.contains { $0.id == "51035555245" })
  }

  @Test("The site of a photo in a Flickr listing is the endpoint's host")
  func otherSite() throws {
    let settings = ["endpoint": "http://127.0.0.1:8080/services/rest/"]
    let query = PageQuery(selector: "recent", settings: settings)
    let photos = try read(FlickrRecording.recent, of: query).photos
    #expect(photos.map(\.site) == ["127.0.0.1", "127.0.0.1"])
  }

  @Test(
    "A Flickr date has the precision of its granularity",
    arguments: [
      ("0", "1905-01-01 00:00:00"), ("4", "1905-01"), ("\"6\"", "1905"), ("8", "1905~"),
      ("null", "1905-01-01 00:00:00"),
    ])
  func granularity(granularity: String, date: String) throws {
    let entry = """
      {"id":"1","datetaken":"1905-01-01 00:00:00","datetakengranularity":\(granularity)}
      """
    let photos = try read("{\"photos\":{\"photo\":[\(entry)]}}").photos
    #expect(photos.map(\.takenAt) == [date])
  }

  @Test("The photos of a Flickr album have the album's owner, in name and address")
  func albumOwner() throws {
    let page = try read(FlickrRecording.album, of: PageQuery(selector: "album/72"))
    #expect(page.photos.map(\.owner) == ["12037949754@N01"])
    #expect(page.photos.map(\.ownerName) == ["Bees"])
    #expect(
      page.photos.map(\.pageURL)
        == ["https://www.flickr.com/photos/12037949754@N01/51035555247/"])
  }

  @Test("A photo in a Flickr album with its own owner does not get the album owner's name")
  func otherOwner() throws {
    let album = FlickrRecording.album.replacing(
      "\"secret\"", with: "\"owner\":\"7@N07\",\"secret\"")
    let photo = try read(album, of: PageQuery(selector: "album/72")).photos.first
    #expect(photo?.owner == "7@N07" && photo?.ownerName == nil)
  }

  @Test(
    "A Flickr listing continues while there are pages, however short",
    arguments: [
      (1, "2", "2"), (2, "2", nil), (3, "2", nil), (1, "\"2\"", "2"), (1, "1", nil), (1, "0", nil),
      (1, "-5", nil), (1, "null", nil), (10_000, "10001", nil),
    ])
  func pages(page: Int, pages: String, next: String?) throws {
    let query = PageQuery(selector: "user/1@N01", cursor: "\(page)")
    let body = listing("\"page\":1,\"pages\":\(pages),\"photo\":[{\"id\":\"1\"}]")
    #expect(place(try read(body, of: query).next) == next)
  }

  @Test(
    "A Flickr answer that does not say whether another page follows leaves its listing cut short")
  func openEnded() throws {
    let query = PageQuery(selector: "user/1@N01")
    let page = try read(listing("\"page\":1,\"total\":9,\"photo\":[{\"id\":\"1\"}]"), of: query)
    #expect(page.next == nil && page.extent == .cutShort && page.refused.count == 1)
  }

  @Test("A Flickr listing ends at an empty page")
  func empty() throws {
    let query = PageQuery(selector: "user/1@N01")
    let page = try read(listing("\"page\":1,\"pages\":9,\"total\":\"0\",\"photo\":[]"), of: query)
    #expect(page == Page(photos: [], total: 0, extent: .complete, growsAtFront: true))
  }

  @Test(
    "A Flickr listing ends when Flickr repeats the last page",
    arguments: [
      (1, 500, "2"), (2, 500, nil), (3, 250, "4"), (4, 250, nil),
    ])
  func limits(page: Int, perPage: Int, next: String?) throws {
    let query = PageQuery(selector: "recent", cursor: "\(page)")
    let body = listing(
      "\"pages\":99999,\"perpage\":\(perPage),\"total\":\"9999999\",\"photo\":[{\"id\":\"1\"}]")
    let read = try read(body, of: query)
    #expect(place(read.next) == next && read.total == 1000 && read.extent == .window)
  }

  @Test(
    "A photo in a Flickr listing has a location only if Flickr knows it",
    arguments: [
      ("\"1.5\"", "-2", "\"16\"", 1.5), ("1.5", "\"-2\"", "16", 1.5), ("1.5", "-2", "0", nil),
      ("1.5", "-2", "\"0\"", nil), ("0", "0", "16", nil), ("\"\"", "-2", "16", nil),
      ("0", "-2", "16", 0),
    ])
  func places(latitude: String, longitude: String, accuracy: String, expected: Double?) throws {
    let place = "\"latitude\":\(latitude),\"longitude\":\(longitude),\"accuracy\":\(accuracy)"
    let photo = try read(listing("\"photo\":[{\"id\":\"1\",\(place)}]")).photos.first
    #expect(photo?.latitude == expected)
    #expect(photo?.longitude == (expected == nil ? nil : -2))
  }

  @Test(
    "A Flickr listing without photos is malformed",
    arguments: ["{\"stat\":\"ok\"}", "{\"photos\":{}}", "{}"])
  func malformed(body: String) {
    #expect {
      try read(body)
    } throws: {
      ($0 as? ProviderFailure)?.kind == .malformed
    }
  }

  /// The place of a cursor, without what is known of the pages before.
  private func place(_ cursor: String?) -> String? {
    cursor?.split(separator: ";").first.map(String.init)
  }

  private func listing(_ members: String) -> String {
    "{\"photos\":{\(members)},\"stat\":\"ok\"}"
  }

  private func read(
    _ body: String, of query: PageQuery = PageQuery(selector: "recent")
  ) throws -> Page {
    try FlickrProvider().page(from: Answer(body: body), for: query)
  }
}
