import Foundation
import TestSupport
import Testing

@Suite("Hosts that hold up others", .serialized)
struct DeadHostsTests {
  private static let sync = "sync --progress lines --set urls.hosts=http://127.0.0.1/"

  /// Writes a list of addresses into the session's folder.
  private func write(_ addresses: [String], _ session: Session) throws {
    try addresses.joined(separator: "\n").write(
      toFile: session.folder.appending("list.txt"), atomically: true, encoding: .utf8)
  }

  @Test("The photos behind 300 of a dead host are mirrored in one run, which names that host")
  func deadInFront() async throws {
    let session = try await Session("--photos", "1")
    let (dead, other) = (try ReservedPort(), try ReservedPort())
    let site = try WireServer { _ in [.ok(TinyPicture.png)] }
    try write(
      (0..<300).map { "\(dead.address)\($0).png" } + (0..<20).map { "\(other.address)\($0).png" }
        + (0..<900).map { site.url("/\($0).png") }, session)
    let run = try await session.run("\(Self.sync) --attempts 1 urls:list.txt photos")
    #expect(run.exitCode == 3 && session.mirror().photos.count == 900, "\(run.errors)")
    let end = try #require(run.errors.split(separator: "\n").first { $0.contains("error: ") })
    #expect(end.contains(":\(dead.number): gave up on the host"), "\(end)")
    #expect(end.contains(":\(other.number): gave up on the host"), "\(end)")
    let again = try await session.run("\(Self.sync) --attempts 1 urls:list.txt photos")
    #expect(again.exitCode == 3 && again.errors.contains("900 known"), "\(again.errors)")
  }

  @Test("130 pictures that arrive slowly hold up no photo of another host")
  func slowInFront() async throws {
    let session = try await Session("--photos", "1")
    let released = Latch()
    let slow = try WireServer { _ in
      [
        .response("200 OK", ["Content-Length: \(TinyPicture.png.count)"], [0x89]), .hold(released),
        .close,
      ]
    }
    let site = try WireServer { _ in [.ok(TinyPicture.png)] }
    try write((0..<130).map { slow.url("/\($0).png") } + [site.url("/good.png")], session)
    let run = try session.start("\(Self.sync) --stall-timeout 3600 urls:list.txt photos")
    _ = try #require(await run.line(containing: "mirrored", of: .errors))
    #expect(session.mirror().photos.count == 1 && slow.requests.count < 130)
    run.send(SIGTERM)
    released.open()
    _ = await run.end()
  }
}
