import Foundation
import TestSupport
import Testing

@Suite("The command verify", .serialized)
struct VerifyTests {
  @Test("verify distinguishes a truncated file from one that is another intact image")
  func changed() async throws {
    let session = try await Session("--photos", "3", "--pictures", "3")
    try await session.run("sync --progress none flickr:recent photos").expect(exits: 0)
    let tree = session.mirror()
    let (cut, edited, whole) = (tree.photos[0], tree.photos[1], tree.photos[2])
    try tree.bytes(cut).dropLast(900).write(to: URL(filePath: tree.path + "/" + cut))
    try tree.bytes(whole).write(to: URL(filePath: tree.path + "/" + edited))
    let run = try await session.run("verify photos")
    #expect(run.exitCode == 1)
    let lines = run.output.split(separator: "\n").sorted()
    let expected = [
      "* \(cut): the file ends before the image does",
      "* \(edited): an intact image, but not the one that was mirrored",
    ].sorted()
    #expect(lines.count == 2, "\(run.output)")
    #expect(zip(lines, expected).allSatisfy { $0.hasPrefix($1) }, "\(run.output)")
    #expect(
      run.errors.contains("verified 3 photos, ") && run.errors.contains(": 0 missing, 2 changed"))
  }

  @Test("verify reports missing, extra and incomplete files, each with its mark")
  func marks() async throws {
    let session = try await Session("--photos", "3", "--pictures", "3")
    try await session.run("sync --progress none flickr:recent photos").expect(exits: 0)
    let tree = session.mirror()
    let remove = { (name: String) in
      try FileManager.default.removeItem(atPath: tree.path + "/" + name)
    }
    try remove(tree.photos[0])
    try remove(tree.photos[1] + ".xmp")
    try Data("mine".utf8).write(to: URL(filePath: tree.path + "/notes.txt"))
    try FileManager.default.createSymbolicLink(
      atPath: tree.path + "/link.txt", withDestinationPath: "notes.txt")
    let run = try await session.run("verify --all photos")
    #expect(run.exitCode == 1)
    let expected = [
      "- \(tree.photos[0])", "- \(tree.photos[1]): its sidecar is missing", "= \(tree.photos[2])",
      "+ notes.txt",
    ]
    #expect(run.output.split(separator: "\n").map(String.init).sorted() == expected.sorted())
    #expect(
      run.errors.contains("1 missing, 0 changed, 1 without sidecar or thumbnail, 1 extra"),
      "\(run.errors)")
  }

  @Test("An extra file is reported, and does not make verify fail")
  func extra() async throws {
    let session = try await Session("--photos", "2")
    try await session.run("sync --progress none flickr:recent photos").expect(exits: 0)
    try Data("mine".utf8).write(to: URL(filePath: session.mirror().path + "/notes.txt"))
    try await session.run("verify photos").expect(exits: 0, output: "+ notes.txt", errors: "…")
  }

  @Test("verify --against-source compares with the feed, and writes nothing")
  func againstSource() async throws {
    let session = try await Session()
    let feed = try ChangingFeed(in: session.folder)
    try feed.show(["1": "good/1.png", "2": "good/2.png", "3": "good/3.png"])
    try await session.run("sync --progress none \(feed.source) photos").expect(exits: 0)
    let verify = "verify --against-source \(feed.source) photos"
    try await session.run(verify).expect(
      exits: 0, errors: "compared 3 photos …: 3 mirrored, 0 missing, …")
    let tree = session.mirror()
    let before = try FileTree(tree.path)
    try feed.show(["1": "good/1.png", "2": "good/20.png", "4": "good/4.png"])
    let pictures = feed.pictures.count
    let run = try await session.run(verify)
    #expect(run.exitCode == 1, "\(run.errors)")
    let lines = run.output.split(separator: "\n").sorted()
    let (gone, other) = (try #require(tree.photo("3")), try #require(tree.photo("2")))
    #expect(lines.count == 3, "\(run.output)")
    #expect(lines.contains("+ \(gone): the feed does not list it any more"))
    #expect(lines.contains("* \(other): the feed has another address for it"), "\(run.output)")
    #expect(lines.contains { $0.hasPrefix("- ") && $0.hasSuffix(": not mirrored") })
    #expect(run.errors.contains("1 mirrored, 1 missing, 1 changed, 1 not listed any more"))
    #expect(feed.pictures.count == pictures)
    #expect(try FileTree(tree.path).differences(from: before) == [])
  }

  @Test("The photos of a mirror within another are not extra files")
  func nested() async throws {
    let session = try await Session("--photos", "2")
    for folder in ["photos", "photos/inner"] {
      try await session.run("sync --progress none flickr:recent \(folder)").expect(exits: 0)
    }
    for folder in ["photos", "photos/inner"] {
      try await session.run("verify \(folder)").expect(exits: 0, errors: "verified 2 photos, …")
    }
  }

  @Test("verify --quick reads only a file that was written to after it was stored")
  func quick() async throws {
    let session = try await Session("--photos", "2", "--pictures", "2")
    try await session.run("sync --progress none flickr:recent photos").expect(exits: 0)
    let tree = session.mirror()
    var bytes = tree.bytes(tree.photos[0])
    bytes[bytes.count / 2] ^= 0xFF
    let path = tree.path + "/" + tree.photos[0]
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.write(contentsOf: bytes)
    try handle.close()
    for (age, status) in [(-3600.0, Int32(0)), (3600, 1)] {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: age)], ofItemAtPath: path)
      let run = try await session.run("verify --quick photos")
      #expect(run.exitCode == status, "\(run.output)\(run.errors)")
    }
    #expect(try await session.run("verify photos").exitCode == 1)
    try tree.bytes(tree.photos[0]).dropLast().write(to: URL(filePath: path))
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: path)
    #expect(try await session.run("verify --quick photos").exitCode == 1)
  }
}
