import NASAImagesProvider
import OpenverseProvider
import ProviderKit
import Testing

@Suite("The catalogues' listings")
struct CatalogueListingTests {
  @Test(
    "Openverse lists pictures with licence, credit and site, and promises nothing of their files")
  func openverse() throws {
    let page = try OpenverseProvider().page(
      from: Answer(body: SiteRecordings.results(pages: 2)), for: SiteRecordings.cats)
    let photo = try #require(page.photos.first)
    #expect(page.photos.count == 1 && page.refused.count == 1 && page.next == "2")
    #expect(photo.site == "openverse.org" && photo.owner == "flickr Ada")
    #expect(photo.license?.name == "CC BY-SA 2.0" && photo.tags == ["cat", "sensitive"])
    #expect(photo.about == "\"Two cats\" by Ada is licensed under CC BY-SA 2.0.")
    #expect(photo.renditions.first?.byteCount == nil && photo.renditions.first?.width == nil)
  }

  @Test("Openverse's last page reports how many results are not listed")
  func openverseEnd() throws {
    let page = try OpenverseProvider().page(
      from: Answer(body: SiteRecordings.results(pages: 1)), for: SiteRecordings.cats)
    #expect(page.next == nil && page.extent == .cutShort)
    #expect(
      page.missing.first?.hasPrefix("Openverse found 9000 pictures, and lists the first 20") == true
    )
  }

  @Test("Openverse is not asked for what it cannot search by, which would find more")
  func openverseTerms() throws {
    #expect(throws: ProviderFailure.self) {
      try OpenverseProvider().pageRequest(
        for: PageQuery(
          selector: "search", parameters: ["color": "red"],
          settings: SiteRecordings.openverseSettings))
    }
    let address = "https://openverse.org/search/image?q=black+cat&license=by"
    #expect(
      try OpenverseProvider().selector(claiming: address) == "search?q=black+cat&license=by")
  }

  @Test(
    "NASA's pictures are listed with their files, or asked for them if only a preview is listed")
  func nasa() throws {
    let page = try NASAImagesProvider().page(
      from: Answer(body: SiteRecordings.library), for: SiteRecordings.moon)
    #expect(page.photos.map(\.id) == ["as11 40", "new"] && page.next == "2" && page.total == 101)
    #expect(page.skipped.map(\.kind) == ["video"] && page.refused.count == 1)
    #expect(
      page.photos[0].renditions.isEmpty && page.photos[0].tags == ["Apollo 11", "Moon", "EVA"])
    #expect(page.photos[0].takenAt == "1969-07-20 00:00:00" && page.photos[0].owner == "JSC")
    #expect(page.photos[1].renditions.map(\.label) == ["Thumb", "Original"])
    let query = PhotoQuery(photo: page.photos[0], settings: SiteRecordings.nasaSettings)
    let request = try NASAImagesProvider().renditionsRequest(for: query)
    #expect(request.url == "https://images-api.nasa.gov/asset/as11%2040")
  }

  @Test("NASA's addresses are asked by TLS and without spaces, and the original is of any kind")
  func nasaFiles() throws {
    let query = PhotoQuery(photo: Photo(id: "as11 40", owner: ""))
    let files = try NASAImagesProvider().renditions(
      from: Answer(body: SiteRecordings.files), for: query)
    #expect(files.map(\.label) == ["Thumb", "Large", "Original"])
    #expect(files[2].url == "https://images-assets.nasa.gov/image/as11%2040/as11%2040~orig.tif")
    #expect(files.map(\.isOriginal) == [false, false, true])
  }

  @Test("A search with more than NASA's library shows is cut short, and says how to narrow it")
  func nasaEnd() throws {
    var query = SiteRecordings.moon
    query.cursor = "100"
    let page = try NASAImagesProvider().page(
      from: Answer(body: SiteRecordings.library), for: query)
    #expect(page.next == nil && page.extent == .cutShort && page.missing.count == 1)
  }
}
