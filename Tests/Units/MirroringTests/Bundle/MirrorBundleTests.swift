import Digests
import Foundation
import MirrorCore
import SystemCalls
import Testing

@testable import Mirroring

@Suite("A package of a mirror's photos")
struct MirrorBundleTests {
  private func bundle(
    _ archive: TestArchive, _ change: (inout MirrorBundle.Options) -> Void = { _ in }
  ) async throws -> (totals: MirrorBundle.Totals, leftOut: [String]) {
    var options = MirrorBundle.Options()
    change(&options)
    var leftOut: [String] = []
    let documents = [
      MirrorBundle.Document("list.txt", head: ["head"], foot: ["foot"]) { [$0.path] }
    ]
    let totals = try await MirrorBundle(
      of: archive.mirror, to: archive.outside("bag"), options, documents: documents
    ).run { step in
      if case .leftOut(let path, _) = step { leftOut.append(path) }
    }
    return (totals, leftOut)
  }

  private func text(_ archive: TestArchive, _ name: String) throws -> String {
    try String(contentsOfFile: archive.outside("bag/" + name), encoding: .utf8)
  }

  /// The names and digests of a manifest.
  private func manifest(_ archive: TestArchive, _ name: String) throws -> [String: String] {
    let lines = try text(archive, name).split(separator: "\n")
    return Dictionary(
      uniqueKeysWithValues: lines.map { line in
        let parts = line.components(separatedBy: "  ")
        return (parts[1], parts[0])
      })
  }

  /// The files below `data`, relative to the bag.
  private func payload(_ archive: TestArchive) -> Set<String> {
    let bag = archive.outside("bag/")
    let names = FileManager.default.enumerator(atPath: bag + "data")?.compactMap { $0 as? String }
    return Set(
      (names ?? []).map { "data/" + $0 }.filter {
        FileStatus(of: bag + $0)?.isRegular == true
      })
  }

  @Test("Each manifest has every file with its digest, and the declaration completes the bag")
  func whole() async throws {
    let archive = try await TestArchive(photos: 3)
    let before = archive.files
    let (totals, leftOut) = try await bundle(archive) {
      $0.digests = ["sha256", "md5"]
      $0.info = BagInfo([BagInfo.Entry("Source-Organization: Ada")].compactMap(\.self))
    }
    #expect(totals.bundled == 3 && totals.files == 7 && leftOut == [] && archive.files == before)
    let files = payload(archive)
    #expect(files.count == 7 && files.contains("data/objects/" + archive.paths[0] + ".xmp"))
    for (name, kind) in [("md5", DigestAlgorithm.md5), ("sha256", .sha256)] {
      let manifest = try manifest(archive, "manifest-\(name).txt")
      #expect(Set(manifest.keys) == files)
      for (file, digest) in manifest {
        #expect(try FileDigest.hex(kind, ofFileAt: archive.outside("bag/" + file)) == digest)
      }
      let tags = try self.manifest(archive, "tagmanifest-\(name).txt")
      #expect(tags.count == 4)
      for (file, digest) in tags {
        #expect(try FileDigest.hex(kind, ofFileAt: archive.outside("bag/" + file)) == digest)
      }
    }
    let info = try text(archive, "bag-info.txt")
    #expect(info.hasPrefix("Source-Organization: Ada\nBagging-Date: "))
    #expect(info.contains("Payload-Oxum: \(totals.byteCount).7\n"))
    #expect(try text(archive, "bagit.txt").hasPrefix("BagIt-Version: 1.0\n"))
    #expect(try text(archive, "data/list.txt").split(separator: "\n").count == 5)
    let names = try FileManager.default.contentsOfDirectory(atPath: archive.outside("bag"))
    #expect(!names.contains { $0.hasPrefix(".") })
  }

  @Test("A photo with other bytes and a missing one are left out, and an accepted edit is not")
  func damaged() async throws {
    let archive = try await TestArchive(photos: 4)
    let paths = archive.paths
    try archive.write(try #require(archive.bytes(paths[0])).dropLast(9), to: paths[0])
    try archive.remove(paths[1])
    try archive.write(try TestArchive.picture("7"), to: paths[2])
    _ = try await Acceptance(of: archive.mirror).accept([paths[2]])
    let (totals, leftOut) = try await bundle(archive)
    #expect(leftOut == [paths[0], paths[1]] && totals.bundled == 2 && totals.leftOut == 2)
    let manifest = try manifest(archive, "manifest-sha512.txt")
    #expect(Set(manifest.keys) == payload(archive))
    #expect(
      manifest["data/objects/" + paths[2]] != nil && manifest["data/objects/" + paths[0]] == nil)
    #expect(try text(archive, "data/list.txt").contains(paths[3]))
  }

  @Test("Dates, tags and ids choose photos, and none is an error")
  func chosen() async throws {
    let archive = try await TestArchive(photos: 3)
    let (totals, _) = try await bundle(archive) { $0.photos = [TestArchive.id(2)] }
    #expect(totals.photos == 1 && totals.bundled == 1)
    await #expect(throws: MirrorError.self) {
      _ = try await self.bundle(archive) { $0.filter.tags = [FoldedTag("mountain")] }
    }
  }

  @Test("A bag in one file has the files of a folder, none of a damaged photo, and no draft stays")
  func tar() async throws {
    let archive = try await TestArchive(photos: 3)
    try archive.write(try TestArchive.picture("7"), to: archive.paths[1])
    let (folder, _) = try await bundle(archive)
    let before = payload(archive)
    let manifest = try text(archive, "manifest-sha512.txt")
    try FileManager.default.removeItem(atPath: archive.outside("bag"))
    var options = MirrorBundle.Options()
    options.isTar = true
    let documents = [
      MirrorBundle.Document("list.txt", head: ["head"], foot: ["foot"]) { [$0.path] }
    ]
    let bundle = MirrorBundle(
      of: archive.mirror, to: archive.outside("bag.tar"), options, documents: documents)
    let interrupted = Task {
      try await bundle.run { _ in withUnsafeCurrentTask { $0?.cancel() } }
    }
    await #expect(throws: CancellationError.self) { try await interrupted.value }
    #expect(!FileManager.default.fileExists(atPath: archive.outside("bag.tar")))
    let totals = try await bundle.run { _ in }
    #expect(totals.leftOut == 1 && totals.files == folder.files)
    #expect(!FileManager.default.fileExists(atPath: archive.outside("bag.tar.unfinished")))
    let tar = Process()
    tar.executableURL = URL(filePath: "/bin/tar")
    tar.arguments = ["-xf", archive.outside("bag.tar"), "-C", archive.outside("")]
    try tar.run()
    tar.waitUntilExit()
    #expect(tar.terminationStatus == 0 && payload(archive) == before)
    #expect(try text(archive, "manifest-sha512.txt") == manifest)
    #expect(try text(archive, "bagit.txt").hasPrefix("BagIt-Version: 1.0\n"))
    for (file, digest) in try self.manifest(archive, "manifest-sha512.txt") {
      #expect(try FileDigest.hex(.sha512, ofFileAt: archive.outside("bag/" + file)) == digest)
    }
    await #expect(throws: MirrorError.self, "it exists") { _ = try await bundle.run { _ in } }
  }

  @Test("A gallery in a bag shows the bag's photos only, and is in its manifests")
  func gallery() async throws {
    let archive = try await TestArchive(photos: 3)
    let (totals, _) = try await bundle(archive) {
      $0.hasGallery = true
      $0.photos = [TestArchive.id(1), TestArchive.id(2)]
    }
    let files = payload(archive)
    #expect(Set(try manifest(archive, "manifest-sha256.txt").keys) == files)
    #expect(files.count == totals.files && files.contains("data/gallery/index.html"))
    #expect(!files.contains { $0.split(separator: "/").last?.hasPrefix(".") == true })
    #expect(files.count { $0.hasPrefix("data/gallery/thumbnails/") } == 2)
    #expect(files.count { $0.hasPrefix("data/gallery/photo") } == 2, "\(files)")
    let page = try #require(files.first { $0.hasPrefix("data/gallery/photo") })
    #expect(try text(archive, page).contains("../objects/ada/"))
  }

  @Test("A bag that was interrupted after its gallery is completed")
  func interruptedGallery() async throws {
    let archive = try await TestArchive(photos: 2)
    _ = try await bundle(archive) { $0.hasGallery = true }
    let (bag, files) = (archive.outside("bag"), payload(archive))
    try FileManager.default.removeItem(atPath: bag + "/bagit.txt")
    try Data().write(to: URL(filePath: bag + "/.photomirror-bundle"))
    try Data().write(to: URL(filePath: bag + "/data/gallery/.photomirror-left"))
    let (totals, _) = try await bundle(archive) { $0.hasGallery = true }
    #expect(totals.bundled == 2 && payload(archive) == files)
  }

  @Test("A limit of bytes makes several bags of one group")
  func split() async throws {
    let archive = try await TestArchive(photos: 3)
    let size = Int64(archive.bytes(archive.paths[0])?.count ?? 0)
    let (totals, _) = try await bundle(archive) { $0.maximumBytes = 2 * size + size / 2 }
    #expect(totals.bags.count == 2 && totals.bundled == 3)
    let info = try text(archive, "bag-2/bag-info.txt")
    #expect(info.contains("Bag-Group-Identifier: bag\nBag-Count: 2 of 2\n"))
  }

  @Test(
    "A folder with anything else is refused; an unfinished bag is completed and has nothing else")
  func unfinished() async throws {
    let archive = try await TestArchive(photos: 2)
    let bag = archive.outside("bag")
    try FileManager.default.createDirectory(
      atPath: bag + "/data/objects/ada", withIntermediateDirectories: true)
    try Data("mine".utf8).write(to: URL(filePath: bag + "/data/objects/ada/other.txt"))
    await #expect(throws: MirrorError.self) { _ = try await self.bundle(archive) }
    #expect(payload(archive) == ["data/objects/ada/other.txt"])
    // As a killed call leaves it.
    try Data().write(to: URL(filePath: bag + "/.photomirror-bundle"))
    let first = bag + "/data/objects/" + archive.paths[0]
    try FileManager.default.createDirectory(
      at: URL(filePath: first).deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(count: archive.bytes(archive.paths[0])?.count ?? 0).write(to: URL(filePath: first))
    try Data("old\n".utf8).write(to: URL(filePath: bag + "/manifest-sha256.txt"))
    try Data("old\n".utf8).write(to: URL(filePath: bag + "/manifest-md5.txt"))
    let (totals, leftOut) = try await bundle(archive)
    #expect(totals.bundled == 2 && leftOut == [])
    #expect(!FileManager.default.fileExists(atPath: bag + "/manifest-md5.txt"))
    #expect(Set(try manifest(archive, "manifest-sha256.txt").keys) == payload(archive))
    #expect(payload(archive).count == 5)
  }

  @Test(
    "A profile or a line of bag-info.txt with a line break or a control character is refused",
    arguments: ["\n", "\r", "\u{85}", "\u{2028}", "\u{2029}", "\u{1B}", "\0", "\u{7F}", "\t"])
  func lines(break character: String) throws {
    let escaped = character.utf16.map { String(format: "\\u%04x", $0) }.joined()
    for text in [
      #"{"BagIt-Profile-Info": {"BagIt-Profile-Identifier": "https://a/\#(escaped)Payload-Oxum: 1.1"}}"#,
      #"{"BagIt-Profile-Info": {}, "Bag-Info": {"a\#(escaped)b": {"required": true}}}"#,
      #"{"BagIt-Profile-Info": {}, "Bag-Info": {"a": {"values": ["x", "y\#(escaped)"]}}}"#,
    ] {
      let error = #expect(throws: MirrorError.self) { try BagProfile(text) }
      #expect(error?.message.contains("control character") == true)
    }
    #expect(BagInfo.Entry("Label: a\(character)b") == nil)
    #expect(BagInfo.Entry("La\(character)bel: a") == nil)
  }

  @Test("A profile is compared with the bag before a byte is written")
  func profile() async throws {
    let archive = try await TestArchive(photos: 1)
    let profile = try BagProfile(
      """
      {"BagIt-Profile-Info": {"BagIt-Profile-Identifier": "https://example.org/p.json"},
       "Bag-Info": {"Source-Organization": {"required": true},
         "Access": {"required": true, "values": ["Consortia", "Institution"]}},
       "Manifests-Required": ["md5"], "Manifests-Allowed": ["md5", "sha256"],
       "Accept-BagIt-Version": ["0.97", "1.0"]}
      """)
    let serial = try BagProfile(
      #"{"BagIt-Profile-Info": {}, "Serialization": "required", "Accept-Serialization": ["application/zip"]}"#
    )
    let asked = [false, true].map {
      serial.problems(BagInfo(), digests: [], files: [], isTar: $0)
    }
    #expect(
      asked == [["it takes only bags in one file"], ["it takes only bags as application/zip"]])
    let problems = profile.problems(
      BagInfo([BagInfo.Entry("Access", "All")]), digests: ["sha256", "sha512"], files: [])
    #expect(
      problems == [
        "Access must be one of Consortia, Institution, not All",
        "it needs 'Source-Organization: …'", "it needs a manifest of md5",
        "it must not have a manifest of sha512",
      ])
    await #expect(throws: MirrorError.self) {
      _ = try await self.bundle(archive) { $0.profile = profile }
    }
    #expect(!FileManager.default.fileExists(atPath: archive.outside("bag")))
    let (totals, _) = try await bundle(archive) {
      ($0.profile, $0.digests) = (profile, ["md5", "sha256"])
      $0.info = BagInfo([
        BagInfo.Entry("Source-Organization", "Ada"), BagInfo.Entry("Access", "Institution"),
      ])
    }
    #expect(totals.bundled == 1)
    #expect(
      try text(archive, "bag-info.txt").contains("BagIt-Profile-Identifier: https://example.org"))
    #expect(throws: MirrorError.self) { _ = try BagProfile("{}") }
  }

  @Test("A line of bag-info has a label without spaces and a value without line breaks")
  func info() {
    #expect(BagInfo.Entry("Contact-Name: Ada L.")?.value == "Ada L.")
    for line in ["no colon", "two words: x", ": x", "Label:", "Label: a\nBag-Size: 0"] {
      #expect(BagInfo.Entry(line) == nil, "\(line)")
    }
  }

  /// Ends a call after its first bag.
  private func interruptSecondBag(_ archive: TestArchive, isTar: Bool) async throws {
    var options = MirrorBundle.Options()
    (options.maximumBytes, options.isTar) = (1, isTar)
    let bundle = MirrorBundle(of: archive.mirror, to: archive.outside("bag"), options)
    let call = Task { [options] in
      try await bundle.run { step in
        guard case .progress(let totals) = step, totals.bags.count > 1 else { return }
        _ = options
        withUnsafeCurrentTask { $0?.cancel() }
      }
    }
    await #expect(throws: CancellationError.self) { try await call.value }
  }

  @Test(
    "An interrupted group of bags is continued, with the same division, and finished ones stay",
    arguments: [false, true])
  func group(isTar: Bool) async throws {
    let archive = try await TestArchive(photos: 3)
    try await interruptSecondBag(archive, isTar: isTar)
    let bag = archive.outside("bag/bag-1" + (isTar ? ".tar" : ""))
    let first = try #require(FileStatus(of: bag)?.changedAtNanoseconds)
    // A photo that came meanwhile is not of this group.
    _ = try await archive.add([TestArchive.photo(9)])
    let (totals, leftOut) = try await bundle(archive) {
      ($0.maximumBytes, $0.isTar) = (1, isTar)
    }
    #expect(totals.bundled == 3 && totals.photos == 3 && totals.bags.count == 3 && leftOut == [])
    #expect(FileStatus(of: bag)?.changedAtNanoseconds == first)
    let names = try FileManager.default.contentsOfDirectory(atPath: archive.outside("bag"))
    #expect(names.count == 3 && names.allSatisfy { $0.hasPrefix("bag-") })
    if !isTar {
      #expect(try text(archive, "bag-1/bag-info.txt").contains("Bag-Count: 1 of 3\n"))
    }
    // The group is finished: its bags are not touched.
    await #expect(throws: MirrorError.self) {
      _ = try await self.bundle(archive) { ($0.maximumBytes, $0.isTar) = (1, isTar) }
    }
  }

  @Test("An interrupted group is not continued with other options, and a changed bag is refused")
  func otherGroup() async throws {
    let archive = try await TestArchive(photos: 3)
    try await interruptSecondBag(archive, isTar: false)
    await #expect(throws: MirrorError.self) {
      _ = try await self.bundle(archive) { ($0.maximumBytes, $0.digests) = (1, ["md5"]) }
    }
    let manifest = archive.outside("bag/bag-1/tagmanifest-sha256.txt")
    try Data("changed".utf8).write(to: URL(filePath: manifest))
    await #expect(throws: MirrorError.self) {
      _ = try await self.bundle(archive) { $0.maximumBytes = 1 }
    }
    #expect(FileManager.default.contents(atPath: manifest) == Data("changed".utf8))
  }

  @Test("Names in a bag have no percent sign, which validators do not read in manifests")
  func percent() async throws {
    let archive = try await TestArchive(photos: 2)
    let path = "50% off/100%.png"
    do {
      let catalog = try archive.catalog()
      var photo = try #require(try catalog.mirrored(after: 0, limit: 1).first)
      try archive.write(try #require(archive.bytes(photo.path)), to: path)
      try archive.write(archive.text(photo.path + ".xmp"), to: path + ".xmp")
      photo.path = path
      try catalog.record([photo])
    }
    let (totals, leftOut) = try await bundle(archive) { $0.hasGallery = true }
    #expect(totals.bundled == 2 && leftOut == [])
    let name = "50\u{FF05} off/100\u{FF05}.png"
    let manifest = try manifest(archive, "manifest-sha512.txt")
    #expect(Set(manifest.keys) == payload(archive))
    #expect(!manifest.keys.contains { $0.contains("%") })
    for end in ["", ".xmp"] { #expect(manifest["data/objects/" + name + end] != nil) }
    #expect(try text(archive, "data/list.txt").contains(name))
    let page = try #require(
      manifest.keys.first { file in
        file.hasPrefix("data/gallery/photo")
          && (try? text(archive, file).contains("../objects/50%EF%BC%85%20off/100")) == true
      })
    #expect(page.hasSuffix(".html"))
  }
}
