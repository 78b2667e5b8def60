import Foundation
import TestSupport
import Testing

@Suite("A photo that cannot be verified", .serialized)
struct PictureLimitsTests {
  /// A site of one photo.
  private struct Site {
    let server: WireServer
    var source: String { "jsonfeed:" + server.url("/feed") }
    var fetches: Int { server.requests.count { $0.target == "/photo" } }

    /// - Parameters:
    ///   - hasLength: false: the body ends with the connection.
    init(_ photo: [UInt8], hasLength: Bool = true) throws {
      server = try WireServer { request in
        guard request.target == "/photo" else {
          let url = "http://" + (request.headers["host"] ?? "") + "/photo"
          let body =
            #"{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"1","image":"\#(url)"}]}"#
          return [.ok(Array(body.utf8), ["Content-Type: application/feed+json"])]
        }
        guard !hasLength else { return [.ok(photo, [])] }
        return [.send(Array("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n".utf8) + photo), .close]
      }
    }
  }

  /// The start of a PNG whose header states a million pixels.
  private static let large: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
    + [0, 0, 3, 0xE8, 0, 0, 3, 0xE8, 8, 2, 0, 0, 0, 0, 0, 0, 0]

  private static let psd: [UInt8] = Array("8BPS\0\u{1}\0\0\0\0\0\0\0\u{3}".utf8)

  @Test("A photo over a decoding limit is kept if its length was stated, and downloaded once")
  func kept() async throws {
    let session = try await Session("--photos", "3", "--pictures", "3")
    let command = "sync --progress lines --size 640 --max-pixels 1000 flickr:recent photos"
    let run = try await session.run(command)
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(session.mirror().photos.count == 3)
    #expect(run.errors.contains("not checked: "), "\(run.errors)")
    #expect(run.errors.contains(" pixels are over the limit of 1000\n"))
    let fetched = try await session.server.stats().imageBytes
    let sizes = session.mirror().photos.map { session.mirror().bytes($0).count }
    #expect(fetched == sizes.reduce(0, +))
    #expect(try await session.run(command).exitCode == 0)
    #expect(try await session.server.stats().imageBytes == fetched)
    #expect(try await session.run("verify --max-pixels 1000 photos").exitCode == 0)
    // A file that has lost its record is not set aside only because it cannot be verified.
    unlink(session.mirror().catalog)
    #expect(try await session.run(command).exitCode == 0)
    #expect(try await session.server.stats().imageBytes == fetched)
    #expect(session.mirror().photos.count == 3)
  }

  @Test("A photo that was kept unverified is counted by status, and verify reports one that is cut")
  func verified() async throws {
    let session = try await Session()
    let site = try Site(Self.large)
    let run = try await session.run("sync --max-pixels 1000 \(site.source) photos")
    #expect(run.exitCode == 0 && session.mirror().photos.count == 1, "\(run.errors)")
    #expect(try await session.status().sources.map(\.unproven) == [1])
    #expect(
      try await session.run("status photos").output.contains("1 photo kept without a decode"))
    #expect(try await session.run("verify --max-pixels 1000 photos").exitCode == 0)
    let verify = try await session.run("verify photos")
    #expect(verify.exitCode == 1 && verify.output.hasPrefix("* "), "\(verify.output)")
  }

  @Test("A photo over a decoding limit without a stated length is downloaded once and not kept")
  func lengthless() async throws {
    let session = try await Session()
    let site = try Site(Self.large, hasLength: false)
    let run = try await session.run("sync --max-pixels 1000 \(site.source) photos")
    #expect(run.exitCode == 1)
    #expect(site.fetches == 1)
    let reason =
      "cannot be checked: 1000 x 1000 pixels are over the limit of 1000, and the server announced no length"
    #expect(run.errors.contains(reason), "\(run.errors)")
    #expect(
      run.errors.contains(
        "hint: raise --max-pixels, --max-memory or --max-seconds to decode 1 photo"))
    #expect(session.mirror().photos == [])
  }

  @Test("A photo whose format is not decoded is kept only with --keep-undecoded")
  func undecoded() async throws {
    let session = try await Session()
    for photo in [Self.psd, Array("<svg><script>alert(1)</script></svg>".utf8)] {
      let site = try Site(photo)
      let name = photo == Self.psd ? "psd" : "svg"
      let run = try await session.run("sync \(site.source) \(name)")
      #expect(run.exitCode == 1)
      let reason = "is a file of the format \(name), which cannot be checked by decoding"
      #expect(run.errors.contains(reason), "\(run.errors)")
      #expect(run.errors.contains("hint: --keep-undecoded also keeps files "), "\(run.errors)")
      #expect(!run.errors.contains("gone or private"), "\(run.errors)")
      #expect(site.fetches == 1)
      #expect(session.mirror(name).photos == [])
      let kept = try await session.run("sync --keep-undecoded \(site.source) \(name)")
      #expect(kept.exitCode == 0, "\(kept.errors)")
      #expect(session.mirror(name).photos.map { $0.hasSuffix("." + name) } == [true])
    }
  }
}
