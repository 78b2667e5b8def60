import Foundation
import TestSupport
import Testing

@Suite("The command import", .serialized)
struct ImportTests {
  private static let owner = "10000001@N00"
  private static let sync = "sync --progress json flickr:user/\(owner) photos"

  /// An account of the sample server, and an export of it.
  private struct Account {
    let session: Session
    let photos: [ListedPhoto]

    init() async throws {
      session = try await Session("--photos", "120", "--pictures", "12")
      photos = try await session.list("flickr:user/\(owner)").filter { $0.size("Original") != nil }
    }

    /// The original as the site gives it.
    func media(_ photo: ListedPhoto) async throws -> ZipWriter.Entry {
      let url = photo.size("Original")?.url ?? ""
      let kind = url.split(separator: ".").last ?? "jpg"
      return ZipWriter.Entry(
        "title_\(photo.id)_o.\(kind)", try await Curl.get(url, []).body)
    }

    func document(_ photo: ListedPhoto, _ more: String = "") -> ZipWriter.Entry {
      let url = photo.size("Original")?.url ?? ""
      let title =
        (try? JSONEncoder().encode(photo.title)).map { String(decoding: $0, as: UTF8.self) }
        ?? "\"\""
      return ZipWriter.Entry(
        "photo_\(photo.id).json",
        """
        {"id":"\(photo.id)","name":\(title),"date_taken":"2011-12-13 14:15:16",
        "license":"CC BY 2.0","geo":[{"latitude":"51500000","longitude":"-120000"}],
        "tags":[{"tag":"sea"}],"original":"\(url)"\(more)}
        """)
    }

    static let profile = ZipWriter.Entry(
      "account_profile.json", #"{"nsid":"\#(owner)","screen_name":"Ada"}"#)

    func write(_ name: String, _ entries: [ZipWriter.Entry]) throws {
      try ZipWriter.archive(entries).write(to: URL(fileURLWithPath: session.folder.appending(name)))
    }

    /// All photos but the last `missing` in two archives.
    func export(missing: Int) async throws {
      let kept = photos.dropLast(missing)
      var media: [ZipWriter.Entry] = []
      for photo in kept { media.append(try await self.media(photo)) }
      let ids = photos.map { "\"\($0.id)\"" }.joined(separator: ",")
      let albums = ZipWriter.Entry(
        "albums.json",
        #"{"albums":[{"id":"72","title":"Sea","cover_photo":"","photos":["0",\#(ids)]}]}"#)
      let comment =
        #","comments":[{"id":"c1","date":"2012-01-01 00:00:00","user":"2@N00","comment":"Nice"}],"#
        + #""people":[{"nsid":"3@N01","username":"Cy"}],"notes":[{"id":"72","note":"the quay"}]"#
      let documents = photos.enumerated().map { document($1, $0 == 0 ? comment : "") }
      try write("meta.zip", documents + [albums, Account.profile])
      try write("media.zip", media)
    }
  }

  private static let command =
    "import flickr-export --progress lines --site 127.0.0.1 meta.zip media.zip photos"

  @Test("An imported export is a mirror of the account, of which sync fetches only the rest")
  func whole() async throws {
    let account = try await Account()
    let (session, photos) = (account.session, account.photos)
    try #require(photos.count > 5)
    try await account.export(missing: 2)
    let run = try await session.run(Self.command)
    #expect(run.exitCode == 0, "\(run.errors)")
    let missing = photos.suffix(2).map { "flickr:photo/\($0.id)" }
    #expect(run.output.split(separator: "\n").map(String.init) == missing)
    #expect(
      run.errors.contains("no file of 2 photos")
        && run.errors.contains("mirrored \(photos.count - 2) photos"))
    let tree = session.mirror()
    #expect(tree.flaws() == [] && tree.photos.count == photos.count - 2)
    #expect(tree.photos.allSatisfy { $0.hasPrefix("\(Self.owner)/2011-12-13_") })
    let sidecar = String(decoding: tree.bytes(tree.sidecars[0]), as: UTF8.self)
    #expect(sidecar.contains("<rdf:li>sea</rdf:li>") && sidecar.contains("51,30.000000N"))
    #expect(try await session.status().sources.map(\.source) == ["flickr:user/\(Self.owner)"])
    #expect(try await session.status().sources.first?.isComplete == false)

    try await session.server.resetStats()
    let endings = try await session.run(Self.sync).events.endings
    #expect(endings.values.count { $0.result == "replaced" } == 0)
    for photo in photos.suffix(2) { #expect(endings[photo.id]?.result == "mirrored") }
    for photo in photos.dropLast(2) { #expect(endings[photo.id]?.result == "known") }
    let fetched = endings.values.count { $0.result == "mirrored" }
    #expect(try await session.server.stats().imageRequests == fetched)
  }

  @Test("An import that is killed is completed by the same command")
  func killed() async throws {
    let account = try await Account()
    try await account.export(missing: 0)
    for place in [1, 4] {
      let process = try account.session.start(Self.command)
      _ = await process.line(containing: "mirrored", count: place, of: .errors)
      process.send(SIGKILL)
      _ = await process.end()
    }
    let run = try await account.session.run(Self.command)
    #expect(run.exitCode == 0, "\(run.errors)")
    let tree = account.session.mirror()
    #expect(tree.flaws() == [] && tree.photos.count == account.photos.count)
  }
}
