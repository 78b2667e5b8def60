import Foundation
import TestSupport
import Testing

@Suite("Entries of a listing that have one id", .serialized)
struct SameIDTests {
  @Test("A list with two addresses of one id says so, with both addresses")
  func list() async throws {
    let session = try await Session("--photos", "1")
    let site = try WireServer { _ in [.ok(TinyPicture.png)] }
    let lines = ["a.png,1", "b.png,1", "a.png,1", "c.png,2"].map { site.url("/") + $0 }
    try (["url,id"] + lines).joined(separator: "\n").write(
      toFile: session.folder.appending("list.csv"), atomically: true, encoding: .utf8)
    let run = try await session.run("sync --set urls.hosts=\(site.url()) urls:list.csv photos")
    #expect(run.exitCode == 1 && session.mirror().photos.count == 2, "\(run.errors)")
    #expect(run.errors.contains("\(site.url("/a.png")) and \(site.url("/b.png"))"), "\(run.errors)")
  }
}
