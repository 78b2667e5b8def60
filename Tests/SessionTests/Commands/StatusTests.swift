import TestSupport
import Testing

@Suite("status", .serialized)
struct StatusTests {
  @Test("a mirror is told as a table and as an object")
  func complete() async throws {
    let session = try await Session("--photos", "3")
    try await session.run("sync --progress none flickr:recent photos").expect(exits: 0)
    try await session.run("status photos").expect(
      exits: 0,
      output: """
        SOURCE         MIRRORED  WAITING  FAILED  …BYTES  LISTING
        flickr:recent         3        0       0  …B  complete, …T…Z
        """)
    let status = try await session.status()
    let source = try #require(status.sources.first)
    let bytes = session.mirror().contents().values.reduce(0) { $0 + $1.count }
    #expect(source.mirrored == 3 && source.failed == 0 && source.bytes == bytes)
    #expect(source.finishedAt != nil && !source.isInterrupted)
    #expect(status.failures.isEmpty && status.parts == 0 && status.writer == nil)
  }

  @Test("failures are told with their reasons")
  func failures() async throws {
    let session = try await Session("--photos", "3", "--faults", "403=1")
    #expect(try await session.run("sync --attempts 1 flickr:recent photos").exitCode == 1)
    try await session.run("status photos").expect(
      exits: 0,
      output: """
        SOURCE  …
        flickr:recent         0        0       3    0 B  complete, …
        failed: … × …403…
        …
        """)
  }

  @Test("where there is no mirror, none is made")
  func none() async throws {
    let session = try await Session()
    try await session.run("status photos").expect(
      exits: 4,
      errors: """
        photomirror: error: there is no mirror in photos
        hint: 'photomirror sync SOURCE photos' makes one
        """)
    #expect(!session.mirror().exists)
  }
}
