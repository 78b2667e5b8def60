import Foundation
import TestSupport
import Testing

@Suite("The sample server's calls")
struct ServerCallsTests {
  @Test("Pages contain each photo once, but for hidden ones; past the end the last is repeated")
  func paging() async throws {
    let client = ServerClient(server: try await ServerProcess(["--photos", "7"]))
    var ids: [String] = []
    for page in 1...3 {
      let answer = try await client.recent("per_page=3&page=\(page)")
      #expect(answer.pages == 3 && answer.total == 7 && answer.perpage == 3)
      ids += answer.photo.map(\.id)
    }
    #expect(ids.count == 7 && Set(ids).count == 7)
    let past = try await client.recent("per_page=3&page=9")
    #expect(past.page == 3 && past.photo.map(\.id) == [ids[6]])
    #expect(try await client.recent("per_page=9999").perpage == 500)
    #expect(try await client.recent("per_page=no").perpage == 100)

    let hiding = ServerClient(
      server: try await ServerProcess(["--photos", "9", "--hide-every", "3"]))
    let shown = try await hiding.recent("per_page=6")
    #expect(shown.total == 9 && shown.pages == 2 && shown.photo.count == 4)
    let none = try await ServerClient(server: try await ServerProcess(["--photos", "0"])).recent()
    #expect(none.pages == 0 && none.total == 0 && none.photo.isEmpty)
  }

  @Test("Photos are the same in every run, however many there are, and their titles survive JSON")
  func determinism() async throws {
    let few = ServerClient(
      server: try await ServerProcess(["--photos", "5", "--without-url-extras"]))
    let many = ServerClient(server: try await ServerProcess(["--photos", "5000"]))
    let first = try await few.recent("").photo
    let second = try await many.recent("per_page=500").photo
    #expect(first == Array(second.prefix(5)) && first.count == 5)
    let titles = Set(second.map(\.title))
    for title in ["", "..", "a/b\\c", "bell\u{7}", "猫と窓"] {
      #expect(titles.contains(title), "\(title)")
    }
    // Listings carry no addresses if the server is told so.
    let plain = try await few.recent().photo
    #expect(plain.allSatisfy { $0.original == nil && $0.square == nil })
    #expect(try await many.recent().photo.allSatisfy { $0.square != nil })
  }

  @Test("Every listing method gives its own photos")
  func listings() async throws {
    let client = ServerClient(server: try await ServerProcess(["--photos", "300"]))
    let owner = try await client.recent().photo[0].owner
    let theirs = try await client.call(
      "flickr.people.getPublicPhotos", "per_page=500&user_id=\(owner)")
    #expect(theirs.components(separatedBy: "\"owner\":").count > 10)
    #expect(!theirs.replacingOccurrences(of: "\"owner\":\"\(owner)\"", with: "").contains("owner"))
    let album = try await client.call(
      "flickr.photosets.getPhotos", "photoset_id=72157720000000000")
    #expect(
      album.contains("\"ownername\":\"harbourlight\"") && album.contains("\"isprimary\":\"1\""))
    // Only the album states the owner.
    #expect(album.components(separatedBy: "\"owner\":").count == 2)
    let cats = try await client.call(
      "flickr.photos.search", "tags=cat&license=4,5,6&extras=tags,license")
    #expect(cats.contains("\"tags\":\"cat") && !cats.contains("\"license\":\"1\""))
    #expect(try await client.call("flickr.photos.search").contains("\"code\":3"))
    for (method, argument, member) in [
      ("flickr.favorites.getPublicList", "user_id=60000006@N07", "date_faved"),
      ("flickr.groups.pools.getPhotos", "group_id=1000001@N20", "dateadded"),
      ("flickr.galleries.getPhotos", "gallery_id=72157719000000001", "is_primary"),
    ] {
      let answer = try await client.call(method, argument)
      let photos = answer.components(separatedBy: "\"id\":").count - 1
      #expect(photos > 5 && photos < 100)
      #expect(answer.components(separatedBy: "\"\(member)\":").count - 1 == photos)
      let nobody = try await client.call(method, argument.prefix { $0 != "=" } + "=1")
      #expect(nobody.contains("\"code\":1,"))
    }
  }

  @Test("Photos and names in addresses are looked up; errors of calls have status 200")
  func lookups() async throws {
    let client = ServerClient(server: try await ServerProcess())
    let photo = try await client.original()
    let sizes = try await client.call("flickr.photos.getSizes", "photo_id=\(photo.id)")
    #expect(sizes.contains(photo.address.replacingOccurrences(of: "/", with: "\\/")))
    let info = try await client.call("flickr.photos.getInfo", "photo_id=\(photo.id)")
    #expect(info.contains("\"title\":{\"_content\":"))
    let address = "url=https://www.flickr.com"
    let user = try await client.call("flickr.urls.lookupUser", "\(address)/photos/foxden/")
    #expect(user.contains("\"id\":\"60000006@N07\""))
    let group = try await client.call("flickr.urls.lookupGroup", "\(address)/groups/fog-lovers/")
    #expect(group.contains("\"id\":\"1000001@N20\""))
    for (method, arguments, code) in [
      ("flickr.urls.lookupGroup", "\(address)/groups/nobody/", 1),
      ("flickr.urls.lookupGroup", "\(address)/photos/foxden/", 1),
      ("flickr.urls.lookupGroup", "\(address)/", 1), ("flickr.photos.getSizes", "photo_id=1", 1),
      ("flickr.photos.getSizes", "photo_id=99999999999999999999999", 1),
      ("flickr.people.getPublicPhotos", "user_id=nobody", 1), ("flickr.no.method", "", 112),
      ("flickr.photos.getRecent", "api_key=short", 100),
    ] {
      let answer = try await client.get(
        client.address(method, "format=json&nojsoncallback=1&\(arguments)"))
      #expect(answer.status == 200 && answer.text.contains("\"stat\":\"fail\""))
      #expect(answer.text.contains("\"code\":\(code),"), "\(method) \(arguments)")
    }
  }

  @Test("--video-every makes videos, whose sizes are images, a program and streams")
  func videos() async throws {
    let client = ServerClient(
      server: try await ServerProcess(["--photos", "4", "--video-every", "2"]))
    let listing = try await client.call("flickr.photos.getRecent", "extras=media")
    #expect(listing.components(separatedBy: "\"media\":\"video\"").count == 3)
    let id = try await client.recent().photo[1].id
    let sizes = try await client.call("flickr.photos.getSizes", "photo_id=\(id)")
    #expect(sizes.components(separatedBy: "\"media\":\"video\"").count == 4)
    #expect(sizes.contains("\"media\":\"photo\""))
  }

  @Test("A search is ordered by upload, within its bounds, and repeats after 4000")
  func search() async throws {
    let client = ServerClient(server: try await ServerProcess(["--photos", "4100"]))
    let all = "min_upload_date=1&per_page=500"
    let last = try await client.search("\(all)&page=8")
    let past = try await client.search("\(all)&page=9")
    #expect(past.photo == last.photo && past.page == "8")
    #expect(past.pages == 9 && past.total == "4100")
    let newest = try await client.search(all).photo
    let oldest = try await client.search("\(all)&sort=date-posted-asc").photo
    #expect(newest.first == (try await client.recent("").photo.first))
    #expect(Set(newest.map(\.id)).isDisjoint(with: oldest.map(\.id)))
    #expect(oldest.map(\.id) == oldest.map(\.id).sorted())
    // The ten oldest, a minute and a second apart; both bounds are inclusive.
    let dates = (4090...4099).map { 1_763_000_000 - $0 * 61 }
    let some = try await client.search("min_upload_date=\(dates[9])&max_upload_date=\(dates[0])")
    #expect(some.photo == oldest.prefix(10).reversed())
  }

  @Test("An answer is compressed only if the client accepts gzip")
  func gzip() async throws {
    let client = ServerClient(server: try await ServerProcess(["--photos", "200"]))
    let address = client.address(
      "flickr.photos.getRecent", "format=json&nojsoncallback=1&extras=url_o,tags&per_page=200")
    let plain = try await client.get(address)
    #expect(plain.headers["content-encoding"] == nil && plain.headers["vary"] == "Accept-Encoding")
    let packed = try await client.get(address, "-H", "Accept-Encoding: br, gzip;q=0.5")
    #expect(packed.headers["content-encoding"] == "gzip")
    #expect(packed.body.starts(with: [0x1F, 0x8B]) && packed.body.count * 3 < plain.body.count)
    let unpacked = try await client.get(address, "--compressed")
    #expect(unpacked.body == plain.body)
    let refused = try await client.get(address, "-H", "Accept-Encoding: gzip;q=0, br")
    #expect(refused.headers["content-encoding"] == nil)
    let photo = try await client.get(try await client.original().address, "--compressed")
    #expect(photo.headers["content-encoding"] == nil && photo.status == 200)
  }
}
