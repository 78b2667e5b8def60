import Foundation
import TestSupport
import Testing

@Suite("Faults: a size that the site refuses", .serialized)
struct RefusedSizeTests {
  @Test("A photo that answers 403 in every size fails, and is called gone or private")
  func refusedAltogether() async throws {
    let site = ["--photos", "3", "--pictures", "1"]
    var session = try await Session(site)
    let ids = try await session.list().map(\.id)
    try await session.restartServer(site + ["--fault-photo", "\(ids[0])=403"])
    let run = try await session.run("sync flickr:recent photos --size 640")
    #expect(run.exitCode == 1)
    #expect(run.errors.contains("\nhint: 1 photo is gone or private at the source\n"))
  }
}
