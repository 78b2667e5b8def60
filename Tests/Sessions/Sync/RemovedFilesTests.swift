import Foundation
import TestSupport
import Testing

@Suite("Files that were removed from a mirror", .serialized)
struct RemovedFilesTests {
  private func remove(_ name: String, of session: Session) throws {
    try FileManager.default.removeItem(atPath: session.mirror().path + "/" + name)
  }

  private func tree(_ session: Session) throws -> FileTree { try FileTree(session.mirror().path) }

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
}
