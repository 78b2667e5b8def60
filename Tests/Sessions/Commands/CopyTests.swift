import Foundation
import TestSupport
import Testing

@Suite("The command copy", .serialized)
struct CopyTests {
  /// The system calls by which a copy changes its directory.
  private static let calls = [
    "linkat", "renameat", "unlinkat", "fsync", "copy_file_range", "mkdirat",
  ]

  @Test("copy makes a mirror that verify, sync and repair use, and repair asks the site nothing")
  func mirror() async throws {
    let session = try await Session("--photos", "6", "--pictures", "6")
    try await session.run("sync --progress none --limit 5 flickr:recent photos").expect(exits: 0)
    let copy = try await session.run("copy photos backup")
    copy.expect(exits: 0, output: "", errors: "copied 5 of 5 photos, …; 10 sidecars and thumbnails")
    #expect(session.mirror("backup").flaws() == [])
    let verify = try await session.run("verify backup")
    #expect(verify.exitCode == 0 && verify.output.isEmpty, "\(verify.output)")
    try await session.run("verify --against backup photos").expect(
      exits: 0, output: "",
      errors: "compared 5 photos with 5: 5 the same, 0 only here, 0 only there, 0 with other bytes")

    let (lost, damaged) = (session.mirror().photos[0], session.mirror().photos[1])
    let before = session.mirror().contents()
    let path = { session.mirror().path + "/" + $0 }
    try FileManager.default.removeItem(atPath: path(lost))
    try session.mirror().bytes(damaged).dropLast(900).write(to: URL(filePath: path(damaged)))
    let again = try await session.run("copy photos backup")
    #expect(again.exitCode == 0 && again.errors.hasPrefix("copied 0 of 5 photos"))
    try await session.server.resetStats()
    let repair = try await session.run("repair --progress none --from backup photos")
    #expect(repair.exitCode == 0 && repair.errors.contains("2 photos taken from copies"))
    let stats = try await session.server.stats()
    #expect(stats.imageRequests == 0 && stats.calls.isEmpty)
    let after = session.mirror().contents()
    #expect(after[lost] == before[lost] && after[damaged] == before[damaged])

    try await session.run("sync --progress none flickr:recent backup").expect(exits: 0)
    #expect(session.mirror("backup").photos.count == 6 && session.mirror("backup").flaws() == [])
    let differs = try await session.run("verify --json --against backup photos")
    #expect(differs.exitCode == 1 && differs.output.contains(#""finding":"only_there""#))
    let refused = try await session.run("copy photos backup")
    #expect(refused.exitCode == 4 && refused.errors.contains("a run read a listing into it"))
    try await session.run("copy photos s3://bucket/x").expect(exits: 2, errors: "…")
  }

  @Test("Copies while a run writes are whole mirrors, and the last one has everything")
  func whileWriting() async throws {
    let session = try await Session("--photos", "60", "--pictures", "60", "--latency", "80")
    let sync = try session.start("sync --jobs 2 --progress json flickr:recent photos")
    _ = try #require(await sync.line(containing: "mirrored"))
    var counts: [Int] = []
    for _ in 0..<4 {
      let copy = try await session.run("copy photos backup")
      #expect(copy.exitCode == 0 && copy.output.isEmpty, "\(copy.errors) \(copy.output)")
      let verify = try await session.run("verify backup")
      #expect(verify.exitCode == 0 && verify.output.isEmpty, "\(verify.output)")
      counts.append(session.mirror("backup").photos.count)
    }
    #expect(await sync.end().exitCode == 0)
    #expect(counts[0] < 60 && counts == counts.sorted(), "\(counts)")
    #expect(try await session.run("copy photos backup").exitCode == 0)
    #expect(session.mirror("backup").contents() == session.mirror().contents())
    #expect(session.mirror("backup").flaws() == [])
  }

  @Test("A copy that is killed at any of its steps is continued, and then equal to the mirror")
  func killed() async throws {
    let session = try await Session("--photos", "4", "--pictures", "4")
    try await session.run("sync --progress none --limit 3 flickr:recent photos").expect(exits: 0)
    #expect(try await session.run("copy photos earlier").exitCode == 0)
    try await session.run("sync --progress none flickr:recent photos").expect(exits: 0)
    let gone = try #require(session.mirror().photos.first)
    #expect(try await session.run("forget photos \(gone)").exitCode == 0)
    var kills = 0
    for call in Self.calls {
      for number in [1, 2, 3, 5, 8] {
        let place = "copy-\(call)-\(number)"
        try FileManager.default.copyItem(
          atPath: session.folder.appending("earlier"), toPath: session.folder.appending(place))
        let run = try await session.killed(at: call, number, "copy photos \(place)")
        if run.status == .killed(signal: SIGKILL) { kills += 1 }
        let next = try await session.run("copy photos \(place)")
        #expect(next.exitCode == 0, "\(place): \(next.errors)")
        let verify = try await session.run("verify \(place)")
        #expect(verify.exitCode == 0 && verify.output.isEmpty, "\(place): \(verify.output)")
        let (whole, copy) = (session.mirror(), session.mirror(place))
        #expect(copy.photos.count == 3 && copy.flaws() == [], "\(place)")
        for photo in whole.photos { #expect(copy.bytes(photo) == whole.bytes(photo), "\(place)") }
      }
    }
    #expect(kills >= Self.calls.count)
  }

  @Test("A repair from a copy that is killed is completed by the next, without a request")
  func killedRepair() async throws {
    let session = try await Session("--photos", "4", "--pictures", "4")
    try await session.run("sync --progress none flickr:recent photos").expect(exits: 0)
    #expect(try await session.run("copy photos backup").exitCode == 0)
    let whole = session.mirror().contents()
    let photos = session.mirror().photos
    try await session.server.resetStats()
    var kills = 0
    for call in ["linkat", "unlinkat", "fsync", "copy_file_range"] {
      for number in [1, 3] {
        let place = "photos-\(call)-\(number)"
        let path = session.folder.appending(place)
        try FileManager.default.copyItem(
          atPath: session.folder.appending("photos"), toPath: path)
        try FileManager.default.removeItem(atPath: path + "/" + photos[0])
        try Data("cut".utf8).write(to: URL(filePath: path + "/" + photos[1]))
        let repair = "repair --progress none --from backup \(place)"
        let run = try await session.killed(at: call, number, repair)
        if run.status == .killed(signal: SIGKILL) { kills += 1 }
        let next = try await session.run(repair)
        #expect(next.exitCode == 0, "\(place): \(next.errors)")
        #expect(session.mirror(place).contents() == whole, "\(place)")
        let verify = try await session.run("verify \(place)")
        #expect(verify.exitCode == 0 && verify.output.isEmpty, "\(place): \(verify.output)")
      }
    }
    #expect(kills >= 4)
    let stats = try await session.server.stats()
    #expect(stats.imageRequests == 0 && stats.calls.isEmpty)
  }
}
