import ProviderKit
import Testing

@testable import FlickrExport

@Suite("The JSON of an exported photo")
struct ExportedPhotoTests {
  private func photo(_ members: String) throws -> Photo {
    var account = ExportedAccount()
    (account.nsid, account.name) = ("1@N00", "Ada")
    return try ExportedPhoto("{\"id\":\"7\",\(members)}", id: "7").photo(
      of: account, site: "flickr.com")
  }

  @Test("An export says how often a photo was seen, and by how much Flickr turned it")
  func info() throws {
    let info = try photo(#""count_views":"12","rotation":90,"safety":"safe""#).details?.info
    #expect(info == PhotoInfo(views: 12, rotation: 90, safety: "safe"))
  }

  @Test("An exported photo has the same metadata as in a listing")
  func metadata() throws {
    let photo = try photo(
      """
      "name":"Red boat","description":"At <b>sea</b>","date_taken":"2019-05-04 03:02:01",
      "date_imported":"2019-05-05 00: 00: 10.000000000","license":"CC BY-NC-SA 4.0",
      "photopage":"https://www.flickr.com/photos/ada/7/","tags":[{"tag":"sea","user":"1@N00"},{"tag":"a b"}]
      """)
    #expect(photo.title == "Red boat" && photo.about == "At <b>sea</b>" && photo.owner == "1@N00")
    #expect(photo.takenAt == "2019-05-04 03:02:01" && photo.uploadedAt == 1_557_014_410)
    #expect(photo.tags == ["sea", "a b"] && photo.ownerName == "Ada" && photo.site == "flickr.com")
    #expect(photo.license?.url == "https://creativecommons.org/licenses/by-nc-sa/4.0/")
    #expect(photo.pageURL == "https://www.flickr.com/photos/ada/7/")
  }

  @Test(
    "An exported photo has its comments, notes, people, albums and groups; an empty list is not known"
  )
  func details() throws {
    let details = try photo(
      #"""
      "comments":[{"id":"c1","date":"2012-01-01 00:00:00","user":"2@N00","comment":"Nice",
      "url":"https://www.flickr.com/photos/ada/7/#comment1"},{"id":"c2"}],
      "notes":[{"id":72,"x":"10","y":20,"w":"30","h":40,"note":"the quay","author":"1@N00"},
      {"id":"73","note":"without a box"}],
      "people":[{"nsid":"3@N01","username":"Cy","userurl":"https://www.flickr.com/photos/cy/"}],
      "albums":[{"id":"7215","title":"Sea","url":""}],"groups":[{"id":"4@N20","name":"Fog","url":""}]
      """#
    ).details
    #expect(
      details
        == PhotoDetails(
          comments: [
            PhotoComment(
              id: "c1", author: "2@N00", postedAt: 1_325_376_000, text: "Nice",
              pageURL: "https://www.flickr.com/photos/ada/7/#comment1")
          ], people: [PersonInPhoto(id: "3@N01", name: "Cy")],
          notes: [
            NoteOnPhoto(
              id: "72", author: "1@N00", text: "the quay",
              box: PhotoBox(x: 10, y: 20, width: 30, height: 40, edge: 500)),
            NoteOnPhoto(id: "73", text: "without a box"),
          ],
          contexts: [
            PhotoContext(.album, id: "7215", title: "Sea"),
            PhotoContext(.group, id: "4@N20", title: "Fog"),
          ]))
    #expect(try photo(#""comments":[],"people":[],"notes":[],"albums":[]"#).details == nil)
  }

  @Test(
    "An exported photo's date may have fractions of seconds and spaces",
    arguments: [
      ("2019-05-04 03:02:01.000000000", "2019-05-04 03:02:01"),
      ("2019-05-04 03: 02: 01", "2019-05-04 03:02:01"), ("0000-00-00 00:00:00", nil), ("", nil),
    ] as [(String, String?)])
  func dates(text: String, expected: String?) throws {
    #expect(try photo("\"date_taken\":\"\(text)\"").takenAt == expected)
  }

  @Test(
    "An exported photo's location may be a list or an object, in degrees or millionths",
    arguments: [
      (#"[{"latitude":"51500000","longitude":"-120000","accuracy":"16"}]"#, [51.5, -0.12]),
      (#"{"latitude":"51500000","longitude":"-120000"}"#, [51.5, -0.12]),
      (#"{"latitude":51.5,"longitude":"-0.12","accuracy":"16"}"#, [51.5, -0.12]),
      (#"[{"latitude":"51","longitude":"-3"}]"#, [51, -3]),
      (#"[{"latitude":"12","longitude":"-78500000"}]"#, [0.000012, -78.5]), ("[]", []), ("{}", []),
      (#"[{"latitude":"0","longitude":"0"}]"#, []),
      (#"[{"latitude":"51500000","longitude":"-120000","accuracy":"0"}]"#, []),
      (#"[{"latitude":"951500000","longitude":"1"}]"#, []),
      (#"[{"latitude":"x","longitude":"1"}]"#, []),
    ])
  func places(geo: String, expected: [Double]) throws {
    let photo = try photo("\"geo\":\(geo)")
    #expect([photo.latitude, photo.longitude].compactMap(\.self) == expected)
  }

  @Test(
    "An exported photo's licence is recognised by each of its names",
    arguments: [
      ("All Rights Reserved", "All Rights Reserved", nil),
      ("Attribution License", "CC BY 2.0", "https://creativecommons.org/licenses/by/2.0/"),
      ("CC BY 2.0", "CC BY 2.0", "https://creativecommons.org/licenses/by/2.0/"),
      ("CC0 1.0", "CC0 1.0", "https://creativecommons.org/publicdomain/zero/1.0/"),
      ("Whatever", "Whatever", nil),
    ] as [(String, String, String?)])
  func licenses(text: String, name: String, url: String?) {
    #expect(License(exported: text) == License(name: name, url: url))
  }

  @Test("An exported photo's original address is used only if it contains the photo's id")
  func original() throws {
    let of = { (address: String) in
      try ExportedPhoto("{\"id\":7,\"original\":\"\(address)\"}", id: "7")
    }
    let original = "https://live.staticflickr.com/65535/7_0a1b_o.jpg"
    #expect(try of(original).original == original && !of(original).isUnprocessedVideo)
    let encoding = "https://combo.staticflickr.com/pw/images/en-us/video_encoding.jpg"
    #expect(try of(encoding).original == nil && of(encoding).isUnprocessedVideo)
    #expect(
      ExportAddress.id(in: original) == "7"
        && ExportAddress.id(in: ExportAddress.unknown("9")) == "9")
  }

  @Test(
    "The JSON of another photo in an export is refused", arguments: [#"{"id":"8"}"#, "[]", "{", ""])
  func foreign(text: String) {
    #expect(throws: ProviderFailure.self) { try ExportedPhoto(text, id: "7") }
  }

  @Test("An exported album keeps the order of its photos and omits invalid ids")
  func albums() throws {
    let albums = ExportedAlbum.all(
      in: try JSONValue(
        parsing: """
          {"albums":[{"id":"72","title":"Sea","description":"","cover_photo":
          "https://www.flickr.com/photos/ada/9","photos":["9","0","7","x","9"]},{"title":"no id"}]}
          """))
    #expect(albums.count == 1 && albums[0].photos == ["9", "7"] && albums[0].cover == "9")
    #expect(albums[0].title == "Sea" && albums[0].about == nil)
  }

  @Test("An export's account is read from its profile or from the profile's address")
  func account() throws {
    let profile = { (text: String) in ExportedAccount(try JSONValue(parsing: text)) }
    #expect(try profile(#"{"nsid":"1@N00","screen_name":"Ada"}"#).nsid == "1@N00")
    let byAddress = try profile(#"{"profile_url":"https://www.flickr.com/people/12@N05/"}"#)
    #expect(byAddress.nsid == "12@N05" && byAddress.name == nil)
    #expect(try profile(#"{"profile_url":"https://www.flickr.com/people/ada/"}"#).nsid == nil)
  }
}
