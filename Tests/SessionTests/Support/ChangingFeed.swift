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

/// A JSON Feed in which each page of 50 photos leads to another, without end; but instead of page `end`
/// something else happens. Photos are called by page and place: `0-49`.
struct EndlessFeed {
  /// Keeps the server.
  let site: WireServer

  init(end: Int = .max, _ steps: WireServer.Step...) throws {
    site = try WireServer { request in
      let number = Int(request.target.dropFirst()) ?? 0
      guard number < end else { return steps }
      let host = "http://" + (request.headers["host"] ?? "")
      let items = (0..<50).map { #"{"id":"\#(number)-\#($0)","image":"\#(host)/\#($0).jpg"}"# }
      let body =
        #"{"version":"https://jsonfeed.org/version/1.1","next_url":"\#(host)/\#(number + 1)","#
        + #""items":[\#(items.joined(separator: ","))]}"#
      return [.ok(Array(body.utf8), ["Content-Type: application/feed+json"])]
    }
  }

  /// The word for a command line.
  var source: String { "jsonfeed:" + site.url("/0") }
  /// Which were asked for.
  var pages: Int { site.requests.count }
}

/// A whole picture of one pixel.
enum TinyPicture {
  static let png = Array(
    Data(
      base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk"
        + "+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==") ?? Data())
}
