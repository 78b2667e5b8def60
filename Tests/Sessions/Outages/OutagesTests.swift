import Foundation
import Locking
import TestSupport
import Testing

@Suite("Sites that answer with server errors for a while", .serialized)
struct OutagesTests {
  /// A site with a feed of some photos.
  /// - Parameter failing: The status of a request's answer, by its target and its number among those of the feed or
  ///   of the pictures; nil for a good answer.
  private func site(
    photos: Int, failing: @escaping @Sendable (String, Int) -> String?
  ) throws -> WireServer {
    let counts = Locked<[Bool: Int]>([:])
    return try WireServer { request in
      let isFeed = request.target == "/feed"
      let number = counts.withLock { counts in
        counts[isFeed, default: 0] += 1
        return counts[isFeed] ?? 0
      }
      if let status = failing(request.target, number) {
        return [.response(status, ["Content-Length: 0"])]
      }
      guard isFeed else { return [.ok(TinyPicture.png)] }
      let host = "http://" + (request.headers["host"] ?? "") + "/"
      let items = (0..<photos).map { #"{"id":"\#($0)","image":"\#(host)\#($0).png"}"# }
      let feed =
        #"{"version":"https://jsonfeed.org/version/1.1","items":[\#(items.joined(separator: ","))]}"#
      return [.ok(Array(feed.utf8))]
    }
  }

  @Test(
    "A listing with server errors is waited for as long as --retry-for says",
    arguments: ["502 Bad Gateway"])
  func listing(status: String) async throws {
    let session = try await Session("--photos", "1")
    let site = try site(photos: 3) { target, number in
      target == "/feed" && number <= 3 ? status : nil
    }
    let run = try await session.run(
      "sync --attempts 2 --retry-for 600 --progress lines jsonfeed:\(site.url("/feed")) photos")
    #expect(run.exitCode == 0 && session.mirror().photos.count == 3, "\(run.errors)")
    let waits = run.errors.split(separator: "\n").filter { $0.hasPrefix("waiting   the listing: ") }
    // Of three attempts the first and the second are shown.
    #expect(waits.count == 2, "\(run.errors)")
  }

  @Test("Photos with lasting server errors do not make a run wait for the host of the others")
  func single() async throws {
    let session = try await Session("--photos", "1")
    let site = try site(photos: 12) { target, number in
      ["/3.png", "/4.png"].contains(target) ? "500 Internal Server Error" : nil
    }
    let sync = "sync --attempts 2 --retry-for 3600 jsonfeed:\(site.url("/feed")) photos"
    for _ in 0..<2 {
      let run = try await session.run(sync)
      #expect(run.exitCode == 1 && session.mirror().photos.count == 10, "\(run.errors)")
      #expect(run.errors.contains("2 failed"), "\(run.errors)")
    }
  }
}
