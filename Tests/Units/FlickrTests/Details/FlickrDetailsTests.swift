import FlickrProvider
import ProviderKit
import Testing

@Suite("Details of a photo at Flickr")
struct FlickrDetailsTests {
  private func query(_ parts: Set<PhotoDetails.Part>) -> PhotoQuery {
    PhotoQuery(photo: Photo(id: "53208249252", owner: "1@N00"), parts: parts)
  }

  private func details(
    _ parts: Set<PhotoDetails.Part>, _ body: String
  ) throws -> PhotoDetails {
    try FlickrProvider().details(from: Answer(status: 200, body: body), for: query(parts))
  }

  @Test("Info, notes and place take one call, each other part one of its own")
  func calls() throws {
    func method(_ parts: Set<PhotoDetails.Part>) throws -> String? {
      let request = try FlickrProvider().detailsRequest(for: query(parts))
      #expect(request.parameters.contains(.init("photo_id", "53208249252")))
      return request.parameters.first { $0.name == "method" }?.value
    }
    #expect(try method([.info, .notes, .geo, .comments]) == "flickr.photos.getInfo")
    #expect(try method([.notes]) == "flickr.photos.getInfo")
    #expect(try method([.comments, .people]) == "flickr.photos.comments.getList")
    #expect(try method([.people, .exif]) == "flickr.photos.people.getList")
    #expect(try method([.exif, .contexts]) == "flickr.photos.getExif")
    #expect(try method([.contexts]) == "flickr.photos.getAllContexts")
    #expect(throws: ProviderFailure.self) { try method([]) }
    #expect(FlickrProvider().manifest.details == PhotoDetails.Part.allCases)
  }

  @Test("An answer of getInfo has info, notes and place, and says whether others are empty")
  func info() throws {
    let found = try details(
      [.info, .comments],
      #"""
      {"photo":{"id":"1","views":"3","rotation":90,"safety_level":"1",
      "owner":{"nsid":"1@N00","realname":"Ada","location":""},"usage":{"candownload":0},
      "comments":{"_content":"0"},"people":{"haspeople":0},
      "tags":{"tag":[{"raw":"San Francisco","_content":"sanfrancisco"}]},
      "notes":{"note":[{"id":"72","author":"2@N01","authorname":"Bo","x":"10","y":20,"w":"100","h":60,
        "_content":"the quay"},{"_content":"without an id"}]},
      "location":{"latitude":"51.5","longitude":-0.12,"accuracy":"16","context":"2",
        "locality":{"_content":"London","woeid":"44418"},"country":{"_content":"United Kingdom"}}},
      "stat":"ok"}
      """#)
    #expect(
      found
        == PhotoDetails(
          info: PhotoInfo(
            views: 3, comments: 0, rotation: 90, safety: "moderate", mayDownload: false,
            ownerRealName: "Ada", tags: ["San Francisco"]), comments: [], people: [],
          notes: [
            NoteOnPhoto(
              id: "72", author: "2@N01", authorName: "Bo", text: "the quay",
              box: PhotoBox(x: 10, y: 20, width: 100, height: 60, edge: 500))
          ],
          geo: PhotoGeo(
            latitude: 51.5, longitude: -0.12, accuracy: 16, setting: "outdoors",
            locality: "London", country: "United Kingdom")))
  }

  @Test("A photo without a place has an empty one, also where Flickr writes an accuracy of 0")
  func noPlace() throws {
    let bare = try details([.geo], #"{"photo":{"id":"1"},"stat":"ok"}"#)
    #expect(bare.geo == PhotoGeo() && bare.notes == [])
    // Comments are not known to be none.
    #expect(bare.comments == nil && bare.people == nil)
    let zero = try details(
      [.geo], #"{"photo":{"location":{"latitude":0,"longitude":0,"accuracy":"0"}},"stat":"ok"}"#)
    #expect(zero.geo == PhotoGeo())
  }

  @Test("Comments, people, EXIF fields and contexts are read, and absent lists are empty")
  func lists() throws {
    let comments = try details(
      [.comments],
      #"""
      {"comments":{"photo_id":"1","comment":[{"id":"6065-1","author":"2@N01","authorname":"Bo",
      "datecreate":"1141841470","permalink":"https://www.flickr.com/photos/a/1/#comment1",
      "_content":"Lovely"}]},"stat":"ok"}
      """#)
    #expect(
      comments.comments == [
        PhotoComment(
          id: "6065-1", author: "2@N01", authorName: "Bo", postedAt: 1_141_841_470,
          text: "Lovely", pageURL: "https://www.flickr.com/photos/a/1/#comment1")
      ])
    #expect(
      try details([.comments], #"{"comments":{"photo_id":"1"},"stat":"ok"}"#).comments == [])
    #expect(
      try details(
        [.people],
        #"{"people":{"total":1,"person":[{"nsid":"2@N01","username":"Bo","added_by":"1@N00"}]},"stat":"ok"}"#
      ).people == [PersonInPhoto(id: "2@N01", name: "Bo")])
    #expect(
      try details(
        [.exif],
        #"""
        {"photo":{"camera":"","exif":[{"tagspace":"JFIF","tagspaceid":0,"tag":"XResolution",
        "label":"X-Resolution","raw":{"_content":"72"},"clean":{"_content":"72 dpi"}}]},"stat":"ok"}
        """#
      ).exif == [
        ExifField(
          group: "JFIF", tag: "XResolution", label: "X-Resolution", value: "72", text: "72 dpi")
      ])
    #expect(
      try details(
        [.contexts],
        #"{"set":[{"id":"72","title":"Sea"}],"pool":[{"id":"1@N20","title":"Fog"}],"stat":"ok"}"#
      ).contexts == [
        PhotoContext(.album, id: "72", title: "Sea"),
        PhotoContext(.group, id: "1@N20", title: "Fog"),
      ])
    #expect(try details([.contexts], #"{"stat":"ok"}"#).contexts == [])
  }

  @Test(
    "Hidden EXIF data is none, a missing photo ends its own details, an invalid key all of them")
  func refusals() throws {
    func failure(_ parts: Set<PhotoDetails.Part>, _ code: Int) throws -> ProviderFailure.Kind? {
      do {
        #expect(
          try details(parts, #"{"stat":"fail","code":\#(code),"message":"no"}"#).exif == [])
        return nil
      } catch let failure as ProviderFailure {
        return failure.kind
      }
    }
    #expect(try failure([.exif], 2) == nil)
    #expect(try failure([.exif], 1) == .photo)
    #expect(try failure([.comments], 2) == .photo)
    #expect(try failure([.info], 100) == .setting)
    #expect(try failure([.info], 105) == .retryLater)
    #expect(throws: ProviderFailure.self) { try details([.info], #"{"stat":"ok"}"#) }
  }
}
