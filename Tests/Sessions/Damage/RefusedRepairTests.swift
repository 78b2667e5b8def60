import Foundation
import TestSupport
import Testing

@Suite("Repairs of what the source no longer has")
struct RefusedRepairTests {
  @Test("Each repair names a lost photo that the site refuses, also while it is not asked for")
  func refused() async throws {
    let session = try await Session("--photos", "3", "--pictures", "3")
    try await session.run("sync --progress none --size Square flickr:recent photos")
      .expect(exits: 0)
    let lost = session.mirror().photos[0]
    try FileManager.default.removeItem(atPath: session.mirror().path + "/" + lost)
    try await session.server.changeFaults("404=1")
    let first = try await session.run("repair photos")
    #expect(first.exitCode == 1 && first.errors.contains("1 missing"), "\(first.errors)")
    #expect(!first.errors.contains("unavailable at the source"), "\(first.errors)")
    let second = try await session.run("repair photos")
    #expect(second.exitCode == 1 && second.errors.contains("1 unavailable"), "\(second.errors)")
    #expect(!second.errors.contains("unavailable at the source"), "\(second.errors)")
    // The third does not ask for it.
    try await session.run("repair photos").expect(
      exits: 1, output: "- \(lost)",
      errors: """
        verified 3 photos, …
        1 photo unavailable at the source, which is asked again later; see 'photomirror status'
        photomirror: warning: 1 photo still missing or damaged
        hint: --from takes them from a copy; 'photomirror status' says why they are not fetched, and …
        """)
    #expect(try await session.run("status photos").output.contains("unavailable since"))
  }
}
