import Foundation
import TestSupport
import Testing

@Suite("Faults: a size that the site refuses", .serialized)
struct RefusedSizeTests {
  @Test("A photo whose original answers 403 comes in the next smaller size, with a warning")
  func refusedOriginal() async throws {
    let site = ["--photos", "12", "--pictures", "12"]
    var session = try await Session(site)
    let photo = try #require(
      try await session.list().first { ($0.size("Original")?.edge ?? 0) > 1600 })
    let (original, large) = (photo.size("Original"), photo.size("Large"))
    try await session.restartServer(site + ["--fault-photo", "\(photo.id)=403-large"])
    let run = try await session.run("sync flickr:recent photos --progress json")
    #expect(run.exitCode == 0, "\(run.errors)")
    let ending = try #require(try run.events.endings[photo.id])
    #expect(ending.result == "mirrored" && ending.width == large?.width)
    #expect(ending.width != original?.width)
    #expect(run.output.contains("the site refuses the size Original; this is Large"))
    #expect(session.mirror().photos.count == 12 && session.mirror().flaws() == [])
    let again = try await session.run("sync flickr:recent photos")
    #expect(again.exitCode == 0 && again.errors.contains("12 known"), "\(again.errors)")
  }

  @Test("A photo that answers 403 in every size fails, and only that is called gone or private")
  func refusedAltogether() async throws {
    let site = ["--photos", "3", "--pictures", "1"]
    var session = try await Session(site)
    let ids = try await session.list().map(\.id)
    try await session.restartServer(site + ["--fault-photo", "\(ids[0])=403"])
    let run = try await session.run("sync flickr:recent photos --size 640")
    #expect(run.exitCode == 1)
    #expect(run.errors.contains("\nhint: 1 photo is gone or private at the source\n"))

    let other = try WireServer { _ in [.send("220 mail ESMTP\r\n"), .close] }
    let feed = try WireServer { _ in
      let item = #"{"id":"x","image":"\#(other.url("/a.jpg"))"}"#
      return [
        .ok(Array(#"{"version":"https://jsonfeed.org/version/1.1","items":[\#(item)]}"#.utf8))
      ]
    }
    let wrong = try await session.run("sync --attempts 1 jsonfeed:\(feed.url("/f")) wrong")
    #expect(wrong.exitCode == 1 && !wrong.errors.contains("gone or private"), "\(wrong.errors)")
  }
}
