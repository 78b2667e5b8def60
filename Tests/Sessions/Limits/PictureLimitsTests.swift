import Foundation
import TestSupport
import Testing

@Suite("A photo that cannot be verified", .serialized)
struct PictureLimitsTests {
  /// A site of one photo.
  private struct Site {
    let server: WireServer
    var source: String { "jsonfeed:" + server.url("/feed") }

    init(_ photo: [UInt8]) throws {
      server = try WireServer { request in
        guard request.target != "/photo" else { return [.ok(photo)] }
        let url = "http://" + (request.headers["host"] ?? "") + "/photo"
        let body =
          #"{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"1","image":"\#(url)"}]}"#
        return [.ok(Array(body.utf8), ["Content-Type: application/feed+json"])]
      }
    }
  }

  /// The start of a PNG whose header states a million pixels.
  private static let large: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
    + [0, 0, 3, 0xE8, 0, 0, 3, 0xE8, 8, 2, 0, 0, 0, 0, 0, 0, 0]

  @Test("A photo that was kept unverified is counted by status, and verify reports one that is cut")
  func verified() async throws {
    let session = try await Session()
    let site = try Site(Self.large)
    let run = try await session.run("sync --max-pixels 1000 \(site.source) photos")
    #expect(run.exitCode == 0 && session.mirror().photos.count == 1, "\(run.errors)")
    #expect(
      try await session.run("status photos").output.contains("1 photo kept without a decode"))
    #expect(try await session.run("verify --max-pixels 1000 photos").exitCode == 0)
    let verify = try await session.run("verify photos")
    #expect(verify.exitCode == 1 && verify.output.hasPrefix("* "), "\(verify.output)")
  }
}
