import Foundation
import TestSupport
import Testing

@testable import Catalog

@Suite("Files that were removed from a mirror", .serialized)
struct RemovedFilesTests {
  private func remove(_ name: String, of session: Session) throws {
    try FileManager.default.removeItem(atPath: session.mirror().path + "/" + name)
  }

  private func tree(_ session: Session) throws -> FileTree { try FileTree(session.mirror().path) }

  @Test("A removed file that no listing shows any more is downloaded from its recorded address")
  func unlisted() async throws {
    let session = try await Session()
    let feed = try ChangingFeed(in: session.folder)
    try feed.show(["1": "good/1.png", "2": "good/2.png"])
    let command = "sync --progress lines \(feed.source) photos"
    try await session.run(command).expect(exits: 0, errors: "…")
    let before = try tree(session)
    try feed.show(["3": "good/3.png"])
    try await session.run(command).expect(exits: 0, errors: "…")
    let photo = try #require(session.mirror().photo("1"))
    try remove(photo, of: session)
    let run = try await session.run(command)
    #expect(run.exitCode == 0 && run.errors.contains("mirrored 1 photo, 1 known"), "\(run.errors)")
    #expect(feed.pictures.count { $0 == "/good/1.png" } == 2 && feed.pictures.count == 4)
    #expect(try tree(session).files[photo] == before.files[photo])
    #expect(session.mirror().flaws() == [])
    let again = try await session.run(command)
    #expect(again.errors.contains("mirrored 0 photos, 1 known"), "\(again.errors)")
  }

  @Test("A removed file is looked up by the photo's own call if its recorded address is refused")
  func ownCall() async throws {
    let session = try await Session()
    let moved = session.folder.appending("moved")
    let site = try WireServer { request in
      let host = "http://" + (request.headers["host"] ?? "")
      let isMoved = FileManager.default.fileExists(atPath: moved)
      guard request.target.hasPrefix("/rest") else {
        return request.target == (isMoved ? "/new.png" : "/old.png")
          ? [.ok(TinyPicture.png)] : [.response("404 Not Found", ["Content-Length: 0"])]
      }
      guard !request.target.contains("getSizes") else {
        let size = #"{"label":"Original","width":1,"height":1,"source":"\#(host)/new.png"}"#
        return [.ok(Array(#"{"sizes":{"size":[\#(size)]},"stat":"ok"}"#.utf8))]
      }
      let photo =
        #"{"id":"71","owner":"1@N0","secret":"a","title":"t","url_o":"\#(host)/old.png","width_o":1,"height_o":1}"#
      let list = isMoved ? "" : photo
      let body =
        #"{"photos":{"page":1,"pages":1,"perpage":500,"total":1,"photo":[\#(list)]},"stat":"ok"}"#
      return [.ok(Array(body.utf8))]
    }
    let command =
      "sync --attempts 1 --set flickr.endpoint=\(site.url("/rest/")) --progress lines flickr:recent photos"
    try await session.run(command).expect(exits: 0, errors: "…")
    let photo = try #require(session.mirror().photo("71"))
    try remove(photo, of: session)
    try Data().write(to: URL(filePath: moved))
    #expect(try await session.run(command).exitCode == 1)
    let run = try await session.run(command)
    #expect(run.exitCode == 0 && run.errors.contains("mirrored 1 photo"), "\(run.errors)")
    #expect(session.mirror().photos == [photo] && session.mirror().flaws() == [])
  }

  @Test("A removed file without listing and address is reported as failed once, then unavailable")
  func unknown() async throws {
    let session = try await Session()
    let feed = try ChangingFeed(in: session.folder)
    try feed.show(["1": "good/1.png"])
    let command = "sync --progress lines \(feed.source) photos"
    try await session.run(command).expect(exits: 0, errors: "…")
    try feed.show([:])
    try Catalog(path: session.mirror().catalog).forgetAddresses()
    try remove(try #require(session.mirror().photo("1")), of: session)
    let run = try await session.run(command)
    let reason =
      "its file was removed, the listing does not show it any more, and its address is not known"
    #expect(run.exitCode == 1 && run.errors.contains("1 × \(reason)\n"), "\(run.errors)")
    #expect(try await session.run(command).exitCode == 0)
    #expect(try await session.status().unavailable.map(\.reason) == [reason])
  }

  @Test("An empty file is reported as damaged, with the place to which it was moved")
  func empty() async throws {
    let session = try await Session("--photos", "3", "--pictures", "1")
    let command = "sync --size 640 --progress lines flickr:recent photos"
    try await session.run(command).expect(exits: 0, errors: "…")
    let before = try tree(session)
    let name = session.mirror().photos[1]
    try Data().write(to: URL(filePath: session.mirror().path + "/" + name))
    let run = try await session.run(command)
    #expect(run.exitCode == 0 && run.errors.contains("mirrored 1 photo, 2 known"), "\(run.errors)")
    let place = ".photomirror/set-aside/" + name
    #expect(run.errors.contains("note      \(name) is not an intact image ("), "\(run.errors)")
    #expect(run.errors.contains("): moved to \(place)\n"), "\(run.errors)")
    #expect(try tree(session).differences(from: before) == [place])
  }

  @Test("Removed sidecars and thumbnails are made again without a download")
  func companions() async throws {
    let session = try await Session("--photos", "4", "--pictures", "2")
    let command = "sync --size 640 --progress lines flickr:recent photos"
    try await session.run(command).expect(exits: 0, errors: "…")
    let before = try tree(session)
    for name in session.mirror().sidecars.prefix(2) { try remove(name, of: session) }
    try remove(".photomirror/thumbnails", of: session)
    try await session.server.resetStats()
    let run = try await session.run(command)
    #expect(run.exitCode == 0, "\(run.errors)")
    let note = "note      2 sidecars and 4 thumbnails were missing and have been made\n"
    #expect(run.errors.contains(note), "\(run.errors)")
    #expect(try await session.server.stats().imageRequests == 0)
    #expect(try tree(session).differences(from: before) == [])
    #expect(try await !session.run(command).errors.contains("note"))
  }

  @Test("Missing thumbnails of photos that were mirrored without thumbnails are not made")
  func withoutThumbnails() async throws {
    let session = try await Session("--photos", "2", "--pictures", "1")
    let command = "sync --size 640 --progress none flickr:recent photos"
    try await session.run(command + " --thumbnail 0").expect(exits: 0)
    try await session.run(command).expect(exits: 0, errors: "note …")
    #expect(session.mirror().thumbnails.isEmpty)
  }

  @Test(
    "A removed sidecar of a photo that no listing shows any more is made again from the catalog",
    arguments: [true, false])
  func lostSidecar(hasMetadata: Bool) async throws {
    let session = try await Session()
    let feed = try ChangingFeed(in: session.folder)
    try feed.show(["1": "good/1.png"])
    let command = "sync --progress lines \(feed.source) photos"
    try await session.run(command).expect(exits: 0, errors: "…")
    let before = try tree(session)
    try feed.show([:])
    let photo = try #require(session.mirror().photo("1"))
    if !hasMetadata { try Catalog(path: session.mirror().catalog).forgetMetadata() }
    try remove(photo + ".xmp", of: session)
    let run = try await session.run(command)
    #expect(run.exitCode == 0, "\(run.errors)")
    let message =
      hasMetadata
      ? "1 sidecar was missing and has been made\n"
      : "1 sidecar is missing and cannot be made again: "
    #expect(run.errors.contains(message), "\(run.errors)")
    if hasMetadata {
      #expect(try tree(session).files[photo + ".xmp"] == before.files[photo + ".xmp"])
    }
    try feed.show(["1": "good/1.png"])
    try await session.run(command).expect(exits: 0, errors: "…")
    #expect(session.mirror().flaws() == [])
  }
}

extension Catalog {
  /// Makes the catalog like one of adopted files, whose addresses are unknown.
  fileprivate func forgetAddresses() throws {
    try database.execute("UPDATE file SET address = NULL")
  }

  /// The same for one that kept no metadata of mirrored photos.
  fileprivate func forgetMetadata() throws { try database.execute("DELETE FROM metadata") }
}
