import Foundation
import TestSupport

/// Calls of the sample server's API, with the fields that the tests read.
struct ServerClient {
  let server: ServerProcess

  struct Photo: Decodable, Equatable {
    let id: String
    let title: String
    let owner: String
    var original: String?
    var originalWidth: Int?
    var square: String?

    private enum CodingKeys: String, CodingKey {
      case id, title, owner
      case original = "url_o"
      case originalWidth = "width_o"
      case square = "url_sq"
    }
  }

  struct Page: Decodable {
    let page: Int
    let pages: Int
    let perpage: Int
    let total: Int
    let photo: [Photo]
  }

  /// A search states some of its numbers as strings.
  struct SearchPage: Decodable {
    let page: String
    let pages: Int
    let total: String
    let photo: [Photo]
  }

  private struct Answer<Page: Decodable>: Decodable {
    let photos: Page
  }

  /// Requests an address as it is; the server lives at least as long.
  func get(_ address: String, _ options: String...) async throws -> Curl {
    try await Curl.get(address, options)
  }

  /// One page of the recent photos.
  func recent(_ arguments: String = "extras=url_o,url_sq") async throws -> Page {
    let text = try await call("flickr.photos.getRecent", arguments)
    return try JSONDecoder().decode(Answer<Page>.self, from: Data(text.utf8)).photos
  }

  /// One page of a search.
  func search(_ arguments: String) async throws -> SearchPage {
    let text = try await call("flickr.photos.search", arguments)
    return try JSONDecoder().decode(Answer<SearchPage>.self, from: Data(text.utf8)).photos
  }

  /// The answer's text.
  func call(_ method: String, _ arguments: String = "") async throws -> String {
    try await get(address(method, "format=json&nojsoncallback=1&\(arguments)")).text
  }

  func address(_ method: String, _ arguments: String) -> String {
    "\(server.endpoint)?method=\(method)&api_key=demo&\(arguments)"
  }

  /// The first photo with an original.
  func original() async throws -> (id: String, address: String) {
    for photo in try await recent().photo {
      if let address = photo.original { return (photo.id, address) }
    }
    throw NoOriginal()
  }

  struct NoOriginal: Error {}
}

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Checks that bytes are well-formed XML.
struct XMLCheck {
  struct Malformed: Error { let reason: String }

  init(_ bytes: Data) throws {
    let parser = XMLParser(data: bytes)
    guard parser.parse() else {
      throw Malformed(reason: parser.parserError.map { "\($0)" } ?? "not XML")
    }
  }
}
