import MirrorCore
import ProviderKit
import Testing

@testable import Gallery

@Suite("The arrangement of a gallery")
struct ArrangementTests {
  private func arranged(_ photos: [ExportedPhoto], hasPlaces: Bool = false) -> Arrangement {
    var builder = Arrangement.Builder(hasPlaces: hasPlaces)
    for (index, photo) in photos.enumerated() {
      builder.add(photo, row: Int64(index + 1), thumbnail: (200, 100))
    }
    return builder.arranged()
  }

  @Test("Photos are in the order of their dates, the newest first")
  func order() {
    let arrangement = arranged([
      .shown("1", takenAt: "2020-05-01 10:00:00"), .shown("2", takenAt: "2021~"),
      .shown("3", uploadedAt: 1_700_000_000), .shown("4", takenAt: "2020-05"),
    ])
    #expect(arrangement.entries.map(\.row) == [3, 2, 1, 4])
    #expect(arrangement.lists[.years]?.map(\.title) == ["2023", "2020", "about 2021"])
    #expect(arrangement.lists[.months]?.map(\.title) == ["November 2023", "May 2020"])
    #expect(arrangement.lists[.years]?.last?.folder == "years/about-2021")
    #expect(arrangement.place(ofRow: 4) == 3 && arrangement.place(ofRow: 5) == nil)
  }

  @Test("Tags that differ in case are one list, and a tag of one photo has no pages")
  func tags() throws {
    let arrangement = arranged([
      .shown("1", tags: ["Sea", "sea", "桜"]), .shown("2", tags: ["sea"]),
    ])
    let tags = try #require(arrangement.lists[.tags])
    #expect(tags.map(\.members.count) == [2, 1])
    #expect(arrangement.shownLists.filter { $0.0 == .tags }.map(\.1.title) == ["Sea"])
  }

  @Test("An album keeps its own order")
  func albums() throws {
    let album = { ExportedPhoto.Membership(album: "9", title: "Trip", position: $0) }
    let arrangement = arranged([
      .shown("1", takenAt: "2020", albums: [album(2)]),
      .shown("2", takenAt: "2021", albums: [album(1)]),
      .shown("3", takenAt: "2022", albums: [album(3)]),
    ])
    let list = try #require(arrangement.lists[.albums]?.first)
    #expect(list.members.map { arrangement.entries[Int($0)].row } == [2, 1, 3])
  }

  @Test("Photos taken near each other are one area of the map, with the name of most of them")
  func areas() throws {
    let hanoi = PhotoGeo(latitude: 21.02, longitude: 105.84, locality: "Hà Nội", country: "Vietnam")
    let photos: [ExportedPhoto] = [
      .shown("1", geo: hanoi), .shown("2", geo: hanoi),
      .shown("3", geo: PhotoGeo(latitude: 21.4, longitude: 105.2, locality: "Sơn Tây")),
      .shown("4", geo: PhotoGeo(latitude: -33.9, longitude: -71.2)),
      .shown("5", geo: PhotoGeo(latitude: 91, longitude: 0, country: "Atlantis")), .shown("6"),
    ]
    let arrangement = arranged(photos, hasPlaces: true)
    let areas = try #require(arrangement.lists[.areas])
    #expect(areas.map(\.title) == ["Hà Nội, Vietnam", "34° S, 71° W"])
    #expect(areas.map(\.members.count) == [3, 1])
    #expect(
      arrangement.lists[.places]?.map(\.title) == ["Atlantis", "Hà Nội, Vietnam", "Sơn Tây"])
    let map = String(decoding: MapFigure(areas, path: "map/index.html").markup.bytes, as: UTF8.self)
    #expect(map.ranges(of: "<circle").count == 2)
    #expect(map.contains("aria-label=\"Hà Nội, Vietnam: 3 photos\""))
    let hidden = arranged(photos)
    #expect(hidden.lists[.areas] == nil && hidden.lists[.places] == nil)
  }

  @Test("A gallery has the title of the album or of the owner that has all photos")
  func title() {
    let trip = ExportedPhoto.Membership(album: "9", title: "Trip", position: 1)
    #expect(arranged([.shown("1"), .shown("2")]).title == "Ada")
    #expect(arranged([.shown("1", albums: [trip]), .shown("2", albums: [trip])]).title == "Trip")
    #expect(arranged([.shown("1", albums: [trip]), .shown("2")]).title == "Ada")
    #expect(arranged([]).title == nil)
  }

  @Test(
    "No page has 500 photos, each photo is on one, and a photo that is added changes the first only"
  )
  func pages() {
    for count in [0, 1, 239, 240, 479, 480, 481, 2399, 2400, 2401] {
      let list = PhotoList(folder: "", title: "", members: Array(0..<Int32(count)))
      let pages = (0..<list.pageCount).map { Array(list.members(ofPage: $0)) }
      #expect(pages.joined().elementsEqual(list.members), "\(count)")
      #expect(pages.allSatisfy { $0.count < 480 }, "\(count)")
      for (page, members) in pages.enumerated() {
        #expect(members.allSatisfy { list.page(ofIndex: Int($0)) == page }, "\(count)")
      }
      let longer = PhotoList(folder: "", title: "", members: [-1] + list.members)
      let kept = (1..<max(1, list.pageCount)).allSatisfy { page in
        let shift = longer.pageCount - list.pageCount
        return longer.path(ofPage: page + shift) == list.path(ofPage: page)
          && longer.members(ofPage: page + shift).elementsEqual(list.members(ofPage: page))
      }
      #expect(kept, "\(count)")
    }
  }
}

extension ExportedPhoto {
  static func shown(
    _ id: String, title: String = "", about: String? = nil, takenAt: String? = nil,
    uploadedAt: Int64? = nil, tags: [String] = [], license: License? = nil, page: String? = nil,
    albums: [Membership] = [], geo: PhotoGeo? = nil
  ) -> ExportedPhoto {
    var photo = Photo(
      id: id, site: "a.example", owner: "ada", ownerName: "Ada", title: title, about: about,
      pageURL: page, takenAt: takenAt, uploadedAt: uploadedAt, tags: tags, license: license)
    photo.details = geo.map { PhotoDetails(geo: $0) }
    return ExportedPhoto(
      photo: photo,
      path: "ada/\(id).jpg", format: "jpeg", width: 800, height: 400, byteCount: 9, sha256: "ab",
      storedAt: 1_600_000_000, isPrivate: false, albums: albums,
      thumbnail: ".photomirror/thumbnails/ada/\(id).png")
  }
}
