import Digests
import Foundation
import MirrorCore
import Mirroring
import ProviderKit
import TestSupport
import Testing

@Suite("A gallery in a folder of its own")
struct PublishedGalleryTests {
  private func files(_ folder: String) throws -> [String: Data] {
    var found: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/" + name)
      #expect(attributes[.type] as? FileAttributeType != .typeSymbolicLink)
      guard attributes[.type] as? FileAttributeType == .typeRegular else { continue }
      found[name] = FileManager.default.contents(atPath: folder + "/" + name)
    }
    return found
  }

  private func publish(
    _ archive: TestArchive, includesPrivate: Bool = false, places: Bool = false
  ) async throws -> (MirrorGallery.Totals, [String: Data]) {
    let folder = archive.outside("web/site")
    var choices = MirrorGallery.Choices()
    choices.title = "My <sea>"
    choices.includesPrivate = includesPrivate
    choices.publishesPlaces = places
    let totals = try await MirrorGallery(of: archive.mirror, into: folder, choices).write()
    return (totals, try files(folder))
  }

  @Test("It has the files that its pages show as they are, and a second time adds none")
  func complete() async throws {
    let archive = try await TestArchive(photos: 2)
    let (totals, published) = try await publish(archive)
    #expect(totals.files == 4 && !archive.has("gallery"))
    for path in archive.paths {
      #expect(published["files/" + path] == archive.bytes(path))
      let thumbnail = archive.thumbnail(path)
      let name = thumbnail.replacing(".photomirror/thumbnails/", with: "thumbnails/")
      #expect(published[name] != nil && published[name] == archive.bytes(thumbnail))
    }
    for (name, page) in published where name.hasSuffix(".html") {
      let text = String(decoding: page, as: UTF8.self)
      #expect(text.contains("My &lt;sea&gt;</title>"))
      for address in text.matches(of: #/(?:src|href)="(\.[^"#]*)/#).map(\.1) {
        let place = URL(filePath: "/" + name).deletingLastPathComponent().path + "/" + address
        let path = URL(filePath: place).standardizedFileURL.path.dropFirst()
        #expect(published[String(path)] != nil, "\(address) in \(name)")
      }
    }
    let (again, same) = try await publish(archive)
    #expect(again.files == 0 && again.written == 0 && same == published)
  }

  @Test("Nothing of a private photo is in it, sidecars, coordinates and ids of public ones neither")
  func safe() async throws {
    let archive = try await TestArchive(photos: 1)
    var photos = [TestArchive.photo(2), TestArchive.photo(3)]
    photos[0].privacy = .family
    (photos[1].latitude, photos[1].longitude) = (48.8583701, 2.2944813)
    let paths = try await archive.add(photos)
    let secrets = try [paths[0], archive.thumbnail(paths[0])].map {
      try #require(archive.bytes($0))
    }
    func check(_ published: [String: Data]) {
      #expect(!published.values.contains(where: secrets.contains))
      #expect(!published.keys.contains { $0.hasSuffix(".xmp") || $0.hasSuffix(".json") })
      for (name, page) in published where !name.hasPrefix("files/") && !name.hasPrefix("thumbn") {
        let text = String(decoding: page, as: UTF8.self)
        for word in ["Photo 2", paths[0], "48.85837", TestArchive.id(2), "<dt>Id</dt>"] {
          #expect(!text.contains(word), "\(word) in \(name)")
        }
      }
    }
    check(try await publish(archive).1)
    let all = try await publish(archive, includesPrivate: true).1
    #expect(secrets.allSatisfy(all.values.contains))
    // It is private again: its files go.
    check(try await publish(archive).1)
    let places = try await publish(archive, places: true).1
    #expect(places["map/index.html"] != nil)
    #expect(
      String(decoding: places["photos/0/3.html"] ?? Data(), as: UTF8.self).contains("48.85837"))
    check(try await publish(archive).1)
  }

  /// Serves a folder, asks for every file of a mirror under each address that might lead there, and prints the names of
  /// those that it gets.
  private static let asker = """
    import functools, http.client, http.server, os, sys, threading, urllib.parse
    site, mirror = sys.argv[1:]
    class Handler(http.server.SimpleHTTPRequestHandler):
        log_message = lambda *_: None
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=site))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    for parent, _, names in os.walk(mirror):
        for path in (os.path.join(parent, name) for name in names):
            content = open(path, "rb").read()
            name = urllib.parse.quote(os.path.relpath(path, mirror))
            up = urllib.parse.quote(os.path.relpath(path, site))
            thumbnail = name.replace(".photomirror/", "")
            for address in (name, "files/" + name, thumbnail, up, up.replace("../", "%2e%2e/"), up.replace("/", "%2f"),
                            "files/../" + up, urllib.parse.quote(path)):
                connection = http.client.HTTPConnection("127.0.0.1", server.server_port)
                connection.request("GET", "/" + address)
                answer = connection.getresponse()
                if answer.status == 200 and answer.read() == content:
                    print(os.path.relpath(path, mirror))
                connection.close()
    """

  @Test("A web server over it gives no file of the mirror but public photos and their thumbnails")
  func served() async throws {
    let archive = try await TestArchive(photos: 1)
    var hidden = TestArchive.photo(2)
    hidden.privacy = .family
    try await archive.add([hidden])
    let shown = [archive.paths[0], archive.thumbnail(archive.paths[0])]
    #expect(archive.files.keys.contains { $0.hasSuffix(".xmp") })
    _ = try await publish(archive)
    let run = try await CommandRun.run(
      "/usr/bin/env",
      ["python3", "-c", Self.asker, archive.outside("web/site"), archive.directory.path])
    #expect(run.exitCode == 0 && run.errors == "")
    #expect(Set(run.output.split(separator: "\n").map(String.init)) == Set(shown))
  }

  @Test("An edit is published once it is accepted, and a photo that was forgotten is not")
  func changed() async throws {
    let archive = try await TestArchive(photos: 2)
    let path = archive.paths[0]
    let before = try await publish(archive).1["files/" + path]
    let mine = Data(try TestArchive.picture("7", version: 7))
    try archive.remove(path)
    try archive.write(mine, to: path)
    let unknown = try await publish(archive)
    #expect(unknown.0.files == 0 && unknown.0.missing == 1 && unknown.1["files/" + path] == before)
    _ = try await Acceptance(of: archive.mirror).accept([path])
    _ = try await MirrorTrash(of: archive.mirror).forget([TestArchive.id(2)])
    let (totals, published) = try await publish(archive)
    #expect(totals.files == 1 && published["files/" + path] == mine)
    #expect(published["files/" + archive.paths[1]] == nil)
    #expect(!published.keys.contains { $0.hasPrefix("thumbnails/") && $0.contains("100002") })
  }

  @Test(
    "A new version of the same size and time is published, and bytes that nothing records are not"
  )
  func sameTime() async throws {
    let archive = try await TestArchive(photos: 2)
    let file = archive.directory.file(archive.paths[0])
    let date = Date(timeIntervalSince1970: 1_700_000_000)
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file)
    _ = try await publish(archive)
    var bytes = try #require(archive.bytes(archive.paths[0]))
    bytes[bytes.count / 2] ^= 1
    try archive.remove(archive.paths[0])
    try archive.write(bytes, to: archive.paths[0])
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file)
    let rotten = try await publish(archive)
    #expect(rotten.0.files == 0 && rotten.1["files/" + archive.paths[0]] != bytes)
    let old = try archive.catalog().mirrored(after: 0, limit: 1)[0]
    try archive.catalog().record([
      MirroredPhoto(
        id: old.id, path: old.path, format: old.format, width: old.width, height: old.height,
        byteCount: old.byteCount, sha256: try FileDigest.hex(.sha256, ofFileAt: file),
        label: old.label, thumbnail: old.thumbnail, storedAt: old.storedAt)
    ])
    let (totals, published) = try await publish(archive)
    #expect(totals.files == 1 && published["files/" + archive.paths[0]] == bytes)
    #expect(try await publish(archive).0.files == 0)
  }

  @Test("The file of a photo that the mirror lost stays in the gallery until its owner lets it go")
  func lost() async throws {
    let archive = try await TestArchive(photos: 2)
    let (_, before) = try await publish(archive)
    let name = "files/" + archive.paths[0]
    try archive.lose(photo: 0)
    let (totals, after) = try await publish(archive)
    #expect(totals.missing == 1 && after[name] == before[name] && before[name] != nil)
    // A damaged one is no copy.
    let other = "files/" + archive.paths[1]
    try Data("damaged".utf8).write(to: URL(filePath: archive.outside("web/site/") + other))
    try archive.lose(photo: 1)
    #expect(try await publish(archive).1[other] == nil)
    _ = try await MirrorTrash(of: archive.mirror).forget([archive.paths[0]])
    #expect(try await publish(archive).1[name] == nil)
  }

  @Test("A link in the place of a folder of the gallery is not followed")
  func link() async throws {
    let archive = try await TestArchive(photos: 1)
    _ = try await publish(archive)
    let (site, elsewhere) = (archive.outside("web/site"), archive.outside("elsewhere"))
    try FileManager.default.removeItem(atPath: site + "/files")
    try FileManager.default.createDirectory(
      atPath: elsewhere, withIntermediateDirectories: true)
    try Data([1]).write(to: URL(filePath: elsewhere + "/mine"))
    try FileManager.default.createSymbolicLink(
      atPath: site + "/files", withDestinationPath: elsewhere)
    await #expect(throws: MirrorError.self) { try await publish(archive) }
    #expect(try FileManager.default.subpathsOfDirectory(atPath: elsewhere) == ["mine"])
  }
}
