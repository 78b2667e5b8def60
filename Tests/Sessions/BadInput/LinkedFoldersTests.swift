import CGlibc
import Foundation
import TestSupport
import Testing

/// A mirror that somebody else prepared: one of its folders is a link to a folder of the user.
@Suite("Folders of a mirror that are links", .serialized, .timeLimit(.minutes(15)))
struct LinkedFoldersTests {
  /// The folders that become links; `photos` stands for the first folder of photos.
  private static let folders = [
    "photos", ".photomirror/thumbnails", ".photomirror/trash", ".photomirror/set-aside", "albums",
  ]

  /// Every command that reads or writes a mirror; `OUT` is a new place.
  private static let commands = [
    "verify photos", "verify --thumbnails photos", "status photos", "report photos",
    "export photos", "gallery photos", "gallery photos -o OUT/gallery", "copy photos OUT/copy",
    "bundle photos OUT/bag", "bundle --tar photos OUT/bag.tar", "bundle --gallery photos OUT/shown",
    "rename photos --name other/{id}", "repair --progress none --from copy photos",
    "thumbnails photos --thumbnail 32", "trash photos", "trash photos --set-aside",
    "trash photos --empty", "trash photos --set-aside --empty", "forget photos FORGOTTEN",
    "restore photos FORGOTTEN", "copy spare photos", "recover photos",
    "sync --progress none --size 320 --thumbnail 64 --albums hardlinks photos",
    "sync --progress none --size 320 --thumbnail 64 --full --upgrade photos",
    "adopt --progress none flickr:recent photos", "catalog photos",
  ]

  private let session: Session
  private var outside: String { session.folder.appending("outside") }

  init() async throws {
    session = try await Session("--photos", "6", "--pictures", "6")
    let sync = "sync --progress none --size 320 --thumbnail 64 --albums links flickr:recent"
    for place in ["photos", "spare"] { try await session.run("\(sync) \(place)").expect(exits: 0) }
    #expect(try await session.run("copy photos copy").exitCode == 0)
    let first = Self.id(of: try #require(session.mirror().photos.first))
    #expect(try await session.run("forget photos \(first)").exitCode == 0)
    try FileManager.default.createDirectory(
      atPath: session.folder.appending("photos/.photomirror/set-aside/x"),
      withIntermediateDirectories: true)
    try FileManager.default.moveItem(
      atPath: session.folder.appending("photos"), toPath: session.folder.appending("original"))
  }

  /// The id in the name of a photo's file, `DATE_ID.png` or `DATE_TITLE_ID.png`.
  private static func id(of path: String) -> String {
    let parts = path.split(separator: "/").last?.split { "_.".contains($0) } ?? []
    return parts.first { $0.allSatisfy(\.isNumber) }.map(String.init) ?? ""
  }

  /// Makes the mirror with a link in a folder's place. What was in the folder is outside, with other files of the user.
  private func prepare(_ folder: String) throws {
    let files = FileManager.default
    let mirror = session.folder.appending("photos")
    for path in [mirror, outside, session.folder.appending("OUT")] {
      try? files.removeItem(atPath: path)
    }
    try files.createDirectory(
      atPath: session.folder.appending("OUT"), withIntermediateDirectories: true)
    try files.copyItem(atPath: session.folder.appending("original"), toPath: mirror)
    let first = try #require(session.mirror().photos.first?.split(separator: "/").first)
    let place = "\(mirror)/\(folder == "photos" ? String(first) : folder)"
    if files.fileExists(atPath: place) {
      try files.moveItem(atPath: place, toPath: outside)
    } else {
      try files.createDirectory(atPath: outside, withIntermediateDirectories: true)
    }
    for case let name as String in files.enumerator(atPath: outside) ?? .init()
    where name.hasSuffix(".xmp") || name.hasSuffix(".json") {
      try Data("<x>secret of the user</x>".utf8).write(to: URL(filePath: "\(outside)/\(name)"))
    }
    try Data("secret of the user".utf8).write(to: URL(filePath: outside + "/id_rsa"))
    try files.createSymbolicLink(atPath: place, withDestinationPath: outside)
  }

  /// Paths, bytes, times and numbers of names.
  private func state(of folder: String) throws -> [String: String] {
    var states: [String: String] = [:]
    for case let name as String in FileManager.default.enumerator(atPath: folder) ?? .init() {
      var status = stat()
      #expect(lstat("\(folder)/\(name)", &status) == 0)
      let bytes = FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data()
      states[name] =
        "\(status.st_mode) \(status.st_nlink) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec) \(bytes.hashValue)"
    }
    return states
  }

  /// The files below a folder that contain a text.
  private func files(with text: String, below folder: String) -> [String] {
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return names.filter { name in
      var status = stat()
      guard lstat("\(folder)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
        return false
      }
      return FileManager.default.contents(atPath: "\(folder)/\(name)")?
        .range(of: Data(text.utf8)) != nil
    }
  }

  @Test(
    "No command changes what a linked folder leads to, or takes something from it",
    arguments: folders.map { ($0, false) } + [("photos", true)])
  func commands(folder: String, hasLandlock: Bool) async throws {
    let wrapper = session.folder.appending("without")
    try await FailingCall(hasLandlock ? "9999" : "444").build(at: wrapper)
    let trash = try FileManager.default.subpathsOfDirectory(
      atPath: session.folder.appending("original/.photomirror/trash"))
    let forgotten = try #require(trash.map(Self.id).first { !$0.isEmpty })
    for line in Self.commands {
      try prepare(folder)
      let before = try state(of: outside)
      let words = line.replacing("FORGOTTEN", with: forgotten).split(separator: " ")
      let run = try await CommandRun.run(
        wrapper, ["\(ENOSYS)", BuiltProducts.path("photomirror")] + words.map(String.init),
        environment: session.environment, workingDirectory: session.folder.path)
      #expect(run.exitCode != nil, "\(line): \(run.status)")
      #expect(try state(of: outside) == before, "\(line): \(run.errors)")
      #expect(!run.output.contains("secret of the user"), "\(line)")
      #expect(
        files(with: "secret of the user", below: session.folder.appending("OUT")) == [], "\(line)")
      #expect(
        files(with: "secret of the user", below: session.folder.appending("photos")) == [],
        "\(line)")
    }
  }

  @Test("A folder that is exchanged for a link meanwhile leads nowhere")
  func exchanged() async throws {
    let lines = [
      "verify photos", "copy photos OUT/copy", "gallery photos -o OUT/gallery",
      "bundle photos OUT/bag", "rename photos --name other/{id}",
      "repair --progress none --from copy photos",
    ]
    for line in lines {
      try prepare("none")
      let photos = try #require(session.mirror().photos.first?.split(separator: "/").first)
      let place = session.folder.appending("photos/\(photos)")
      for path in session.mirror().photos {
        let name = String(path.split(separator: "/").dropFirst().joined(separator: "/"))
        try FileManager.default.createDirectory(
          atPath: URL(filePath: "\(outside)/\(name)").deletingLastPathComponent().path,
          withIntermediateDirectories: true)
        try Data("secret of the user".utf8).write(to: URL(filePath: "\(outside)/\(name).xmp"))
      }
      let link = session.folder.appending("link")
      try? FileManager.default.removeItem(atPath: link)
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: outside)
      let before = try state(of: outside)
      let exchanges = Task.detached {
        while !Task.isCancelled {
          for _ in 0..<2 { _ = renameat2(AT_FDCWD, link, AT_FDCWD, place, 2) }
          await Task.yield()
        }
      }
      let run = try await session.run(line)
      exchanges.cancel()
      await exchanges.value
      #expect(run.exitCode != nil, "\(line): \(run.status)")
      #expect(try state(of: outside) == before, "\(line): \(run.errors)")
      #expect(
        files(with: "secret of the user", below: session.folder.appending("OUT")) == [], "\(line)")
    }
  }
}
