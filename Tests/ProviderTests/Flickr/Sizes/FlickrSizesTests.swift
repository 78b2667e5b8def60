import FlickrProvider
import ProviderKit
import Testing

@Suite("A photo's sizes at Flickr")
struct FlickrSizesTests {
  private let provider = FlickrProvider()
  private let query = PhotoQuery(photo: Photo(id: "51035555243", owner: "x"))

  @Test("A photo's sizes at Flickr are asked for by the photo's id")
  func request() throws {
    let request = try provider.renditionsRequest(for: query)
    #expect(request.parameters.contains(.init("method", "flickr.photos.getSizes")))
    #expect(request.parameters.contains(.init("photo_id", "51035555243")))
    #expect(request.parameters.contains(.init("api_key", setting: "key")))
  }

  @Test("A photo's sizes at Flickr are named in the manifest, smallest first")
  func named() {
    let sizes = provider.manifest.sizes
    #expect(sizes.first == "Square" && sizes.last == "Original" && sizes.count == 18)
    #expect(sizes.contains("Large 1600"))
  }

  @Test(
    "A photo's sizes at Flickr are taken as the site calls them, also where the manifest does not know the word yet"
  )
  func newWord() throws {
    let size = #"{"label":"X-Large 8K","source":"https://a/b","width":8192,"height":1}"#
    #expect(try read("{\"sizes\":{\"size\":[\(size)]}}").map(\.label) == ["X-Large 8K"])
  }

  @Test("A photo's sizes at Flickr have edges that are numbers or strings")
  func edges() throws {
    let renditions = try read(FlickrRecording.sizes)
    #expect(renditions.map(\.label) == ["Square", "Small 320", "Original"])
    #expect(renditions.map(\.width) == [75, 320, 4000])
    #expect(renditions.map(\.height) == [75, 201, 3000])
    #expect(renditions.map(\.isOriginal) == [false, false, true])
  }

  @Test(
    "A video has no sizes at Flickr, although its still is called the original",
    arguments: [
      #"{"label":"Site MP4","source":"https://a/b","media":"video"}"#,
      #"{"label":"Video Player","source":"https://a/b.swf","media":"photo"}"#,
    ])
  func video(size: String) {
    let still = #"{"label":"Original","source":"https://a/b.jpg","media":"photo"}"#
    let failure = ProviderFailure(
      .photo, "photo 51035555243 is a video, which is not mirrored yet")
    #expect(throws: failure) { try read("{\"sizes\":{\"size\":[\(still),\(size)]}}") }
  }

  @Test(
    "A photo's sizes at Flickr may be none at all",
    arguments: ["", #"{"label":"Large","source":""}"#, "null"])
  func none(size: String) {
    let failure = ProviderFailure(.photo, "flickr offers no size of photo 51035555243")
    #expect(throws: failure) { try read("{\"sizes\":{\"size\":[\(size)]}}") }
  }

  private func read(_ body: String) throws -> [Rendition] {
    try provider.renditions(from: Answer(body: body), for: query)
  }
}
