import Foundation
import TestSupport
import Testing

@Suite("Videos in sync", .serialized)
struct VideoTests {
  private static let site = ["--photos", "12", "--pictures", "4", "--video-every", "4"]

  @Test("Videos are mirrored in their best stream, with a sidecar and a thumbnail")
  func sync() async throws {
    let session = try await Session(Self.site)
    for mirrored in ["mirrored 12 photos", "mirrored 0 photos, 12 known"] {
      let run = try await session.run("sync --size Small flickr:recent photos")
      #expect(run.exitCode == 0, "\(run.errors)")
      #expect(run.errors.contains("\(mirrored)  ("), "\(run.errors)")
    }
    let tree = session.mirror()
    let videos = tree.photos.filter { $0.hasSuffix(".mp4") }
    #expect(videos.count == 3 && tree.photos.count == 12)
    #expect(tree.sidecars.count == 12 && tree.parts == [])
    // The photos are as small as a thumbnail.
    #expect(Set(tree.thumbnails) == Set(videos.map { $0.dropLast(3) + "jpg" }))
    // The stream of 1280 pixels, not that of 640.
    for video in videos { #expect(tree.bytes(video).count > 1280 * 128) }
    let source = try #require(try await session.status().sources.first)
    #expect(source.mirrored == 12 && source.unproven == 0)
    #expect(
      try catalogRows(
        tree.catalog, "SELECT DISTINCT label, width, height FROM files WHERE format = 'mp4'")
        == ["720p|1280|720"])
  }

  @Test("A video is resumed with a new signed address")
  func resume() async throws {
    var session = try await Session(Self.site)
    let id = try #require(try await session.list().first { $0.sizes.isEmpty }?.id)
    try await session.restartServer(Self.site + ["--fault-photo", "\(id)=truncate"])
    let first = try await session.run("sync --size Small --attempts 2 flickr:recent photos")
    #expect(first.exitCode == 1 && !first.errors.contains("status 403"), "\(first.errors)")
    #expect(session.mirror().photos.count == 11 && session.mirror().parts.count == 2)
    try await session.restartServer(Self.site)
    let second = try await session.run("sync --size Small --progress json flickr:recent photos")
    #expect(second.exitCode == 0, "\(second.errors)")
    let video = try #require(session.mirror().photo(id))
    #expect(video.hasSuffix(".mp4") && session.mirror().parts == [])
    let fetched = try #require(second.output.firstMatch(of: /"bytes":(\d+),"fetched_bytes":(\d+)/))
    #expect((Int(fetched.2) ?? 0) < (Int(fetched.1) ?? 0))
  }

  @Test("A video is resumed with a new signed address after its run was killed")
  func killed() async throws {
    let site = ["--photos", "1", "--video-every", "1"]
    var session = try await Session(site + ["--faults", "stall=1"])
    let traces = try Trace.all(in: session.folder)
    let process = try session.start("sync flickr:recent .")
    for await trace in traces where trace == .remembered { break }
    process.send(SIGKILL)
    #expect(await process.end().status == .killed(signal: SIGKILL))
    let states = session.mirror(".").parts.filter { $0.hasSuffix(".json") }
    let state = String(
      decoding: session.mirror(".").bytes(try #require(states.first)), as: UTF8.self)
    #expect(state.contains("play") && !state.contains("?s="), "\(state)")
    // The signed address of the first run is not known to this server.
    try await session.restartServer(site)
    let run = try await session.run("sync --progress json flickr:recent .")
    #expect(run.exitCode == 0, "\(run.errors)")
    let tree = session.mirror(".")
    #expect(tree.photos.count(where: { $0.hasSuffix(".mp4") }) == 1 && tree.parts == [])
    let fetched = try #require(run.output.firstMatch(of: /"bytes":(\d+),"fetched_bytes":(\d+)/))
    #expect((Int(fetched.2) ?? 0) < (Int(fetched.1) ?? 0))
  }
}
