import Foundation
import TestSupport

/// A JSON Feed whose items the test changes between runs. Its server has an image at every address
/// that begins with `/good`, and 404 elsewhere.
struct ChangingFeed {
  private let site: WireServer
  private let items: String

  /// - Parameter folder: where the feed's file is written.
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

  /// The source for a command line.
  var source: String { "jsonfeed:" + site.url("/feed") }

  /// The paths of the images that were requested since the feed's start.
  var pictures: [String] { site.requests.map(\.target).filter { $0 != "/feed" } }

  /// The address of an image.
  func url(_ path: String) -> String { site.url("/" + path) }

  /// Puts items into the feed, each a JSON object in which `HOST` is the server.
  func show(items texts: [String]) throws {
    try Data(texts.joined(separator: ",").utf8).write(to: URL(filePath: items))
  }

  /// Sets the feed's photos: by id, the path of an image at this server, or any address.
  func show(_ photos: KeyValuePairs<String, String>) throws {
    let text = photos.map { id, picture in
      let url = picture.hasPrefix("http") ? picture : "HOST/\(picture)"
      return #"{"id":"\#(id)","title":"t","image":"\#(url)"}"#
    }
    try Data(text.joined(separator: ",").utf8).write(to: URL(filePath: items))
  }
}

/// A JSON Feed in which each page of 50 photos links to another, without end; page `end` is
/// replaced by another response. Photos are named by page and position: `0-49`.
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

  /// The source for a command line.
  var source: String { "jsonfeed:" + site.url("/0") }
  /// The pages that were requested.
  var pages: Int { site.requests.count }
}

/// An intact image of one pixel.
enum TinyPicture {
  static let png = Array(
    Data(
      base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk"
        + "+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==") ?? Data())
}
