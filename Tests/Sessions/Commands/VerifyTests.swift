import Foundation
import TestSupport
import Testing

@Suite("The command verify", .serialized)
struct VerifyTests {
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
      run.errors.contains(
        "1 missing, 0 changed, 1 with a missing or damaged sidecar or thumbnail, 1 extra"),
      "\(run.errors)")
  }

  @Test(
    "verify --sample tells the pace of all checks, and status and the metrics of a run their age")
  func share() async throws {
    let session = try await Session("--photos", "4", "--pictures", "4")
    try await session.run("sync --progress none flickr:recent photos").expect(exits: 0)
    try await session.run("verify --sample 25% photos").expect(
      exits: 0,
      errors: """
        verified 1 of 4 photos, …: 0 missing, 0 changed
        all files are read every 4 days at this pace
        """)
    let status = try await session.run("status photos").output
    #expect(
      status.contains("1 of 4 files verified in the last 30 days, the oldest check is 0 days old"),
      "\(status)")
    try await session.run("sync --progress none --metrics run.prom flickr:recent photos").expect(
      exits: 0)
    let metrics = try String(contentsOfFile: session.folder.appending("run.prom"), encoding: .utf8)
    #expect(
      metrics.contains(
        "photomirror_checked_files{source=\"flickr:recent\",directory=\"photos\"} 1\n"))
    #expect(metrics.contains("photomirror_rotten_files{"))
    let refused = try await session.run("verify --quick --sample 25% photos")
    #expect(refused.exitCode == 2 && refused.errors.contains("--quick cannot be combined"))
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
}
