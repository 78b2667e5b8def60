import ProviderKit
import Testing

@testable import FlickrProvider

@Suite("Streams of a Flickr video")
struct FlickrVideoTests {
  private func labels(_ sizes: [(label: String, media: String, source: String, edges: String)])
    throws -> [String]
  {
    let json = sizes.map { size in
      #"{"label":"\#(size.label)","media":"\#(size.media)","source":"\#(size.source)",\#(size.edges)}"#
    }
    let answer = try JSONValue(parsing: "[\(json.joined(separator: ","))]")
    return FlickrVideo.all(in: answer.array).map(\.label)
  }

  private func video(_ label: String, _ edges: String = #""width":"","height":"""#)
    -> (label: String, media: String, source: String, edges: String)
  {
    (label, "video", "https://www.flickr.com/photos/1@N00/7/play/x/s/", edges)
  }

  @Test("The best stream of a Flickr video is first, whatever the order in the answer")
  func ranking() throws {
    let all = [
      "Video Original", "1080p", "HD MP4", "720p", "Site MP4", "700", "360p", "288p", "Mobile MP4",
      "300", "100", "appletv", "iphone_wifi",
    ]
    #expect(try labels(all.reversed().map { video($0) }) == all)
  }

  @Test("Still images and the Flash player are not streams of a Flickr video")
  func stills() throws {
    let still = "https://live.staticflickr.com/1/7_o.jpg"
    let found = try labels([
      ("Original", "photo", still, #""width":640,"height":480"#),
      ("Video Player", "video", "https://www.flickr.com/apps/video/stewart.swf?v=1", #""width":1"#),
      ("Odd", "video", "https://www.flickr.com/x.SWF?y", #""width":1"#),
      ("None", "video", "", #""width":1"#), video("700"), ("Large", "photo", still, #""width":1"#),
    ])
    #expect(found == ["700"])
  }

  @Test("An unknown stream label is ordered by its pixels, or below 288p")
  func unknown() throws {
    let found = try labels([
      video("288p"), video("New"), video("2160p", #""width":"3840","height":"2160""#),
      video("1080p"),
      video("480p", #""width":854,"height":480"#), video("360p"), video("Mobile MP4"),
      video("Site MP4"),
    ])
    #expect(
      found == ["2160p", "1080p", "Site MP4", "480p", "360p", "288p", "New", "Mobile MP4"])
  }
}
