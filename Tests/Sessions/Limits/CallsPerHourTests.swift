import Foundation
import TestSupport
import Testing

@Suite("The limit of calls per hour", .serialized)
struct CallsPerHourTests {
  private static let (key, otherKey) = (
    String(repeating: "7391", count: 8), String(repeating: "4628", count: 8)
  )

  /// Whether a run may still make a call: of ten per hour, one may be made at once, the next after
  /// minutes.
  private func hasCall(
    _ source: String, _ directory: String = "photos", in session: Session, key: String = key
  ) async throws -> Bool {
    var session = session
    session.environment["FLICKR_API_KEY"] = key
    let process = try session.start(
      "sync --calls-per-hour 10 --limit 1 --size Square \(source) \(directory)")
    let isSpread = await process.line(containing: "calls an hour", of: .errors) != nil
    if isSpread { process.send(SIGINT) }
    let run = await process.end()
    #expect(run.status == .exited(isSpread ? 130 : 0), "\(run.errors)")
    #expect(!run.errors.contains(key))
    return !isSpread
  }

  @Test("The calls per hour are shared by all sources of a mirror, separately for each key")
  func shared() async throws {
    let session = try await Session("--photos", "3", "--pictures", "1")
    #expect(try await hasCall("flickr:recent", in: session))
    #expect(try await !hasCall("flickr:user/10000001@N00", in: session))
    #expect(try await hasCall("flickr:recent", in: session, key: Self.otherKey))
    #expect(try await hasCall("flickr:recent", "other", in: session))
    #expect(try await session.server.stats().calls.values.reduce(0, +) == 3)
  }

  @Test("The calls per hour are recorded without the key")
  func secret() async throws {
    let session = try await Session("--photos", "1", "--pictures", "1")
    #expect(try await hasCall("flickr:recent", in: session))
    let folder = session.folder.appending("photos/.photomirror")
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
      let bytes = FileManager.default.contents(atPath: folder + "/" + name) ?? Data()
      #expect(bytes.firstRange(of: Data(Self.key.utf8)) == nil, "\(name)")
    }
  }
}
