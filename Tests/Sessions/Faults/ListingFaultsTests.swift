import TestSupport
import Testing

@Suite("Faults of the listing", .serialized)
struct ListingFaultsTests {
  @Test(
    "A temporary failure of the listing is retried",
    arguments: [("429", "20")])
  func passing(fault: String, seed: String) async throws {
    // A seed whose first call fails and one of the next does not; no download gets HTML.
    let session = try await Session("--photos", "2", "--faults", "\(fault)=0.5", "--seed", seed)
    let run = try await session.run("sync --attempts 12 --progress json flickr:recent photos")
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(session.mirror().photos.count == 2)
    let waits = try run.events.filter { $0.event == "retrying" && $0.id == nil }
    let calls = try await session.server.stats().calls["flickr.photos.getRecent"] ?? 0
    #expect(waits.count >= 1 && calls == waits.count + 1)
    // The server's Retry-After is 1 s; without it the first wait is 0.5 s.
    if fault == "429" { #expect(waits.allSatisfy { $0.delaySeconds ?? 0 >= 1 }) }
  }

  @Test(
    "A lasting failure of the listing ends the run with the site's message",
    arguments: [("105", "flickr says: Service currently unavailable (code 105)")])
  func lasting(fault: String, message: String) async throws {
    let session = try await Session("--photos", "2", "--faults", "\(fault)=1")
    let run = try await session.run("sync --attempts 2 flickr:recent photos")
    run.expect(
      exits: 3,
      errors: """
        mirroring flickr:recent into photos, a new mirror
        waiting   the listing: …, again in … s
        photomirror: error: …\(message)…
        …
        """)
    #expect(try await session.server.stats().calls["flickr.photos.getRecent"] == 2)
  }
}
