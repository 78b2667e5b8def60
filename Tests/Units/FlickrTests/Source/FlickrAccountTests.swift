import FlickrProvider
import ProviderKit
import Testing

@Suite("An account as a Flickr source")
struct FlickrAccountTests {
  private let provider = FlickrProvider()
  private static let signedIn: Set = ["key", "secret", "token", "token-secret"]

  @Test("With a sign-in the calls are those for the account, and the host signs them")
  func signedIn() throws {
    for (selector, method) in [
      ("user/1@N02", "flickr.people.getPhotos"), ("favorites/1@N02", "flickr.favorites.getList"),
      ("contacts/1@N02", "flickr.contacts.getList"), ("recent", "flickr.photos.getRecent"),
    ] {
      let query = PageQuery(selector: selector, secrets: Self.signedIn)
      let request = try provider.pageRequest(for: query)
      #expect(request.value("method") == method)
      #expect(request.authorization?.scheme == .oauth1)
    }
    for lacking in Self.signedIn {
      let query = PageQuery(
        selector: "user/1@N02", secrets: Self.signedIn.subtracting([lacking]))
      #expect(try provider.pageRequest(for: query).authorization == nil)
    }
  }

  @Test("One's own account is that of the sign-in, and without one that is said")
  func ownAccount() throws {
    let query = PageQuery(selector: "user/me", secrets: Self.signedIn)
    let request = try #require(try provider.resolveRequest(for: query))
    #expect(request.value("method") == "flickr.test.login")
    let failure = try #require(throws: ProviderFailure.self) {
      try provider.resolveRequest(for: PageQuery(selector: "user/me"))
    }
    #expect(failure.kind == .setting && failure.hint?.contains("login flickr") == true)
  }

  @Test("The albums of an account are listings in its order, then all its photos")
  func albums() throws {
    let query = PageQuery(selector: "albums/1@N01")
    let page = try provider.page(from: Answer(body: FlickrRecording.albums), for: query)
    #expect(
      page.listings.map(\.selector)
        == ["album/1@N01/72157650000000001", "album/1@N01/72157650000000002"])
    #expect(page.listings.map(\.count) == [4, nil])
    #expect(
      page.listings.first?.album
        == Album(
          id: "72157650000000001", owner: "1@N01", title: "Summer", about: "In the sun",
          cover: "51035555247", position: 0))
    #expect(page.refused.count == 1 && page.next == "2")
    let rest = PageQuery(selector: "albums/1@N01", cursor: "2")
    let last = try provider.page(from: Answer(body: FlickrRecording.albums), for: rest)
    #expect(last.next == nil && last.listings.last?.selector == "user/1@N01")
    #expect(last.listings.first?.album?.position == 500)
  }

  @Test(
    "Galleries, contacts and collections are listings",
    arguments: [
      ("galleries/1@N01", FlickrRecording.galleries, ["gallery/72157650000000003"]),
      ("contacts/1@N01", FlickrRecording.contacts, ["user/2@N02"]),
      ("collections/1@N01", FlickrRecording.collections, ["album/1@N01/72157650000000001"]),
      ("collections/1@N01", #"{"collections":"","stat":"ok"}"#, []),
      ("collections/1@N01", #"{"collections":[],"stat":"ok"}"#, []),
    ])
  func directories(selector: String, body: String, listings: [String]) throws {
    let page = try provider.page(from: Answer(body: body), for: PageQuery(selector: selector))
    #expect(page.listings.map(\.selector) == listings && page.next == nil)
  }

  @Test("The overview of an account lists its sources step by step")
  func overview() throws {
    var query = PageQuery(selector: "user/1@N01")
    var steps: [String?] = []
    var listed: [ListedSource] = []
    for body in [
      FlickrRecording.account, FlickrRecording.albums, FlickrRecording.albums,
      FlickrRecording.galleries, FlickrRecording.groups,
    ] {
      steps.append((try provider.sourcesRequest(for: query)).value("method"))
      let page = try provider.sources(from: Answer(body: body), for: query)
      listed += page.listings
      query.cursor = page.next
    }
    #expect(
      steps == [
        "flickr.people.getInfo", "flickr.photosets.getList", "flickr.photosets.getList",
        "flickr.galleries.getList", "flickr.people.getPublicGroups",
      ])
    #expect(query.cursor == nil)
    #expect(
      listed.first
        == ListedSource(
          selector: "user/1@N01", kind: "photos", title: "Bees", count: 4711))
    #expect(listed.last?.selector == "group/1000001@N20" && listed.last?.count == 12)
  }

  @Test("A single Flickr photo is listed by getInfo with its raw tags, without its sizes")
  func photo() throws {
    let query = PageQuery(selector: "photo/51035555243")
    let request = try provider.pageRequest(for: query)
    #expect(request.value("method") == "flickr.photos.getInfo")
    #expect(request.value("photo_id") == "51035555243")
    #expect(request.value("page") == nil)
    var page = try provider.page(from: Answer(body: FlickrRecording.info), for: query)
    #expect(page.photos[0].details?.info?.tags == ["Black Cat", "Wall"])
    #expect(page.photos[0].details?.info?.views == 3)
    page.photos[0].details = nil
    #expect(
      page
        == Page(
          photos: [
            Photo(
              id: "51035555243", site: "flickr.com", owner: "12037949754@N01", ownerName: "Bees",
              title: "Katze", about: "Line one",
              pageURL: "https://www.flickr.com/photos/bees/51035555243/",
              takenAt: "2021-03-14 15:09:26", uploadedAt: 1_615_900_000,
              tags: ["blackcat", "wall"],
              license: License(
                name: "CC BY 2.0", url: "https://creativecommons.org/licenses/by/2.0/"),
              latitude: 52.5, longitude: 13.25, updatedAt: 1_615_900_001)
          ], total: 1))
    let video = FlickrRecording.info.replacing("\"media\":\"photo", with: "\"media\":\"video")
    #expect(
      try provider.page(from: Answer(body: video), for: query).photos.map(\.media) == [.video])
  }
}
