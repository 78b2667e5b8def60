import TestSupport
import Testing

@Suite("Faults of the listing", .serialized)
struct ListingFaultsTests {
  @Test("A temporary failure of the listing is retried", arguments: ["105", "html", "429"])
  func passing(fault: String) async throws {
    // A seed whose first call fails and whose second does not.
    let session = try await Session("--photos", "2", "--faults", "\(fault)=0.5", "--seed", "290")
    let run = try await session.run("sync --attempts 12 --progress json flickr:recent photos")
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(session.mirror().photos.count == 2)
    let waits = try run.events.filter { $0.event == "retrying" && $0.id == nil }
    let calls = try await session.server.stats().calls["flickr.photos.getRecent"] ?? 0
    #expect(waits.count >= 1 && calls == waits.count + 1)
    // The server's Retry-After is a second; without one the first wait is a half.
    if fault == "429" { #expect(waits.allSatisfy { $0.delaySeconds ?? 0 >= 1 }) }
  }

  @Test(
    "A lasting failure of the listing ends the run with the site's message",
    arguments: [
      ("105", "flickr says: Service currently unavailable (code 105)"), ("html", "HTML"),
      ("429", "429"),
    ])
  func lasting(fault: String, message: String) async throws {
    let session = try await Session("--photos", "2", "--faults", "\(fault)=1")
    let run = try await session.run("sync --attempts 2 flickr:recent photos")
    run.expect(
      exits: 3,
      errors: """
        mirroring flickr:recent into photos, a new mirror
        waiting   the listing: …, again in … s
        mirrored 0 photos  (… in …, …B/s)
        photomirror: error: …\(message)…
        …
        """)
    #expect(try await session.server.stats().calls["flickr.photos.getRecent"] == 2)
  }
}
