import Foundation
import TestSupport

/// A JSON Feed whose items the test changes between runs. Its server has a picture at every address that
/// begins with `/good`, and none anywhere else.
struct ChangingFeed {
  private let site: WireServer
  private let items: String

  /// - Parameter folder: a place for the feed.
  init(in folder: TemporaryDirectory) throws {
    let items = folder.appending("items-\(UUID().uuidString)")
    self.items = items
    site = try WireServer { request in
      guard request.target == "/feed" else {
        return request.target.hasPrefix("/good")
          ? [.ok(TinyPicture.png)] : [.response("404 Not Found", ["Content-Length: 0"])]
      }
      let host = "http://" + (request.headers["host"] ?? "")
      let text = String(
        decoding: FileManager.default.contents(atPath: items) ?? Data(), as: UTF8.self)
      let feed =
        #"{"version":"https://jsonfeed.org/version/1.1","items":[\#(text.replacing("HOST", with: host))]}"#
      return [.ok(Array(feed.utf8))]
    }
  }

  /// The word for a command line.
  var source: String { "jsonfeed:" + site.url("/feed") }

  /// The paths of the pictures that were asked for since the feed began.
  var pictures: [String] { site.requests.map(\.target).filter { $0 != "/feed" } }

  /// The address of a picture.
  func url(_ path: String) -> String { site.url("/" + path) }

  /// Puts photos into the feed: by id, the path of the picture here, or its address anywhere.
  func show(_ photos: KeyValuePairs<String, String>) throws {
    let text = photos.map { id, picture in
      let url = picture.hasPrefix("http") ? picture : "HOST/\(picture)"
      return #"{"id":"\#(id)","title":"t","image":"\#(url)"}"#
    }
    try Data(text.joined(separator: ",").utf8).write(to: URL(filePath: items))
  }
}
