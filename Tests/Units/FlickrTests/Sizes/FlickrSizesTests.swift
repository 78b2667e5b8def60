import FlickrProvider
import ProviderKit
import Testing

@Suite("Flickr's sizes of a photo")
struct FlickrSizesTests {
  private let provider = FlickrProvider()
  private let query = PhotoQuery(photo: Photo(id: "51035555243", owner: "x"))

  @Test("Flickr's sizes of a photo are requested by the photo's id")
  func request() throws {
    let request = try provider.renditionsRequest(for: query)
    #expect(request.parameters.contains(.init("method", "flickr.photos.getSizes")))
    #expect(request.parameters.contains(.init("photo_id", "51035555243")))
    #expect(request.parameters.contains(.init("api_key", setting: "key")))
  }

  @Test("Flickr's sizes are listed in the manifest, smallest first")
  func named() {
    let sizes = provider.manifest.sizes
    #expect(sizes.first == "Square" && sizes.last == "Original" && sizes.count == 18)
    #expect(sizes.contains("Large 1600"))
  }

  @Test("Flickr's sizes keep the site's labels, also if the manifest does not list them")
  func newWord() throws {
    let size = #"{"label":"X-Large 8K","source":"https://a/b","width":8192,"height":1}"#
    #expect(try read("{\"sizes\":{\"size\":[\(size)]}}").map(\.label) == ["X-Large 8K"])
  }

  @Test("The edges of Flickr's sizes may be numbers or strings")
  func edges() throws {
    let renditions = try read(FlickrRecording.sizes)
    #expect(renditions.map(\.label) == ["Square", "Small 320", "Original"])
    #expect(renditions.map(\.width) == [75, 320, 4000])
    #expect(renditions.map(\.height) == [75, 201, 3000])
    #expect(renditions.map(\.isOriginal) == [false, false, true])
  }

  @Test("A Flickr video has its streams before its stills, of which none is its original")
  func video() throws {
    let renditions = try read(
      """
      {"sizes":{"size":[
      {"label":"Original","source":"https://a/b.jpg","width":640,"height":480,"media":"photo"},
      {"label":"Video Player","source":"https://a/b.swf","media":"photo"},
      {"label":"Mobile MP4","source":"https://a/m","media":"video"},
      {"label":"Site MP4","source":"https://a/s","width":"","height":"","media":"video"}]}}
      """)
    #expect(renditions.map(\.label) == ["Site MP4", "Mobile MP4", "Original"])
    #expect(renditions.map(\.media) == [.video, .video, .photo])
    #expect(renditions.allSatisfy { !$0.isOriginal })
  }

  @Test("A Flickr video with stills only fails, whatever its still is called")
  func still() {
    let body =
      #"{"sizes":{"size":[{"label":"Original","source":"https://a/b.jpg","media":"photo"},"#
      + #"{"label":"Video Player","source":"https://a/b.swf","media":"photo"}]}}"#
    let failure = ProviderFailure(.photo, "flickr offers no stream of photo 51035555243")
    #expect(throws: failure) { try read(body) }
  }

  @Test(
    "A Flickr photo without sizes fails as a photo",
    arguments: ["", #"{"label":"Large","source":""}"#, "null"])
  func none(size: String) {
    let failure = ProviderFailure(.photo, "flickr offers no size of photo 51035555243")
    #expect(throws: failure) { try read("{\"sizes\":{\"size\":[\(size)]}}") }
  }

  private func read(_ body: String) throws -> [Rendition] {
    try provider.renditions(from: Answer(body: body), for: query)
  }
}
