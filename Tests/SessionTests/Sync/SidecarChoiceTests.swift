import Foundation
import TestSupport
import Testing

@Suite("The choice of sidecars", .serialized)
struct SidecarChoiceTests {
  private func names(_ session: Session) -> [String] {
    let path = session.mirror().path
    return (try? FileManager.default.subpathsOfDirectory(atPath: path))?.filter {
      !$0.hasPrefix(".photomirror") && ($0.hasSuffix(".xmp") || $0.hasSuffix(".json"))
    }.sorted() ?? []
  }

  @Test("A mirror remembers the formats and names of its sidecars, and gets those that are missing")
  func remembered() async throws {
    let session = try await Session("--photos", "3", "--pictures", "1")
    let command = "sync --size 640 --progress none flickr:recent photos"
    try await session.run(command + " --sidecar none").expect(exits: 0)
    #expect(names(session).isEmpty)
    try await session.run(command).expect(exits: 0)
    #expect(names(session).isEmpty)
    let photos = session.mirror().photos
    try await session.run(command + " --sidecar json,xmp --sidecar-name stem").expect(
      exits: 0, errors: "note …")
    let stems = photos.map { ($0 as NSString).deletingPathExtension }
    let expected = stems.flatMap { [$0 + ".json", $0 + ".xmp"] }.sorted()
    #expect(names(session) == expected)
    try FileManager.default.removeItem(atPath: session.mirror().path + "/" + expected[0])
    try await session.run(command).expect(exits: 0, errors: "note …")
    #expect(names(session) == expected)
    try await session.server.resetStats()
    try await session.run(command).expect(exits: 0)
    #expect(try await session.server.stats().imageRequests == 0)
  }

  @Test("An unknown format of sidecars is refused")
  func unknown() async throws {
    let session = try await Session("--photos", "1", "--pictures", "1")
    try await session.run("sync --sidecar exif flickr:recent photos").expect(
      exits: 2,
      errors: """
        photomirror: error: --sidecar takes xmp, json, 'xmp,json' or none, not 'exif'
        …
        """)
  }
}
