import Foundation
import TestSupport
import Testing

@Suite("The sample server's pictures")
struct ServerPicturesTests {
  @Test(
    "A picture at its exact address has a length and a validator, is the same again, and counts")
  func whole() async throws {
    let client = ServerClient(server: try await ServerProcess())
    let (_, address) = try await client.original()
    let first = try await client.get(address)
    let again = try await client.get(address)
    #expect(first.status == 200 && first.body == again.body && !first.body.isEmpty)
    #expect(first.headers["content-length"] == String(first.body.count))
    #expect(first.headers["etag"] == again.headers["etag"] && first.headers["etag"] != nil)
    let stats = try await client.server.stats()
    #expect(stats.calls == ["flickr.photos.getRecent": 1])
    #expect(stats.imageRequests == 2 && stats.distinctImages == 1)
    #expect(stats.imageBytes == 2 * first.body.count)
    try await client.server.resetStats()
    #expect(try await client.server.stats().imageRequests == 0)
    let head = try await client.get(address, "-I")
    #expect(head.headers["content-length"] == String(first.body.count) && head.status == 200)
    let root = client.server.address.absoluteString
    for wrong in [
      address + "x", address.replacingOccurrences(of: "_o.", with: "_x."), root + "static/", root,
      root + "static/1/99999999999999999999_a.jpg",
    ] {
      #expect(try await client.get(wrong).status == 404, "\(wrong)")
    }
  }

  @Test("A range is answered with a part unless If-Range differs, or the picture comes chunked")
  func ranges() async throws {
    let client = ServerClient(server: try await ServerProcess())
    let (_, address) = try await client.original()
    let whole = try await client.get(address)
    let (bytes, count) = (whole.body, whole.body.count)
    for (field, part) in [
      ("100-199", 100..<200), ("\(count - 5)-", count - 5..<count),
      ("0-999999999", 0..<count),
    ] {
      let answer = try await client.get(address, "-H", "Range: bytes=\(field)")
      #expect(answer.status == 206 && answer.body == bytes[part], "\(field)")
      let extent = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(count)"
      #expect(answer.headers["content-range"] == extent, "\(field)")
    }
    let past = try await client.get(address, "-H", "Range: bytes=\(count)-")
    #expect(past.status == 416 && past.headers["content-range"] == "bytes */\(count)")
    for ignored in ["bytes=9-3", "bytes=-7", "bytes=1-2,4-5", "bytes=+1-2", "lines=1-2"] {
      let answer = try await client.get(address, "-H", "Range: \(ignored)")
      #expect(answer.status == 200 && answer.body == bytes, "\(ignored)")
    }
    let etag = try #require(whole.headers["etag"])
    let same = try await client.get(address, "-r", "10-", "-H", "If-Range: \(etag)")
    #expect(same.status == 206)
    let other = try await client.get(address, "-r", "10-", "-H", "If-Range: \"other\"")
    #expect(other.status == 200 && other.body == bytes)
    #expect(try await client.server.stats().partialAnswers == 4)

    let chunking = ServerClient(server: try await ServerProcess(["--chunked-every", "1"]))
    let answer = try await chunking.get(try await chunking.original().address, "-r", "10-20")
    #expect(answer.status == 200 && answer.headers["content-length"] == nil)
    #expect(answer.headers["transfer-encoding"] == "chunked")
    #expect(answer.headers["x-ttdb-l"] == String(answer.body.count))
    #expect(Int(answer.headers["imagewidth"] ?? "") != nil)
  }

  @Test("Some originals are PNG, some of them named .jpg")
  func formats() async throws {
    let client = ServerClient(server: try await ServerProcess(["--photos", "120"]))
    let signature = Data([0x89, 0x50, 0x4e, 0x47])
    var kinds: Set<String> = []
    for photo in try await client.recent("per_page=500&extras=url_o").photo {
      guard kinds.count < 3, let address = photo.original else { continue }
      let start = try await client.get(address, "-r", "0-23").body
      let isPNG = start.prefix(4) == signature
      kinds.insert("\(isPNG ? "PNG" : "JPEG") in \(address.suffix(4))")
      if isPNG { #expect(start[16..<20].reduce(0) { $0 << 8 | Int($1) } == photo.originalWidth) }
    }
    #expect(kinds == ["JPEG in .jpg", "PNG in .png", "PNG in .jpg"])
  }
}
