import Foundation
import TestSupport
import Testing

@Suite("The command repair", .serialized)
struct RepairTests {
  @Test("repair fetches missing and damaged files, keeps edited ones, and reads no listing")
  func mixture() async throws {
    let session = try await Session("--photos", "5", "--pictures", "5")
    try await session.run("sync --progress none flickr:recent photos").expect(exits: 0)
    let tree = session.mirror()
    let before = tree.contents()
    let (missing, cut, edited) = (tree.photos[0], tree.photos[1], tree.photos[2])
    let path = { tree.path + "/" + $0 }
    try FileManager.default.removeItem(atPath: path(missing))
    try FileManager.default.removeItem(atPath: path(missing + ".xmp"))
    let damaged = tree.bytes(cut).dropLast(900)
    try damaged.write(to: URL(filePath: path(cut)))
    // A whole picture that is no photo of the mirror.
    let mine = tree.bytes(".photomirror/thumbnails/" + tree.thumbnails[3])
    try mine.write(to: URL(filePath: path(edited)))
    try FileManager.default.removeItem(atPath: path(tree.photos[4] + ".xmp"))
    try FileManager.default.removeItem(
      atPath: path(".photomirror/thumbnails/" + tree.thumbnails[4]))
    try await session.server.resetStats()

    let dry = try await session.run("repair --dry-run photos")
    #expect(dry.exitCode == 1 && dry.output.contains("- \(missing)"), "\(dry.output)")
    #expect(!FileManager.default.fileExists(atPath: path(".photomirror/set-aside")))

    let run = try await session.run("repair --progress none photos")
    #expect(run.exitCode == 1, "\(run.errors)")
    let after = session.mirror().contents()
    #expect(after[missing] == before[missing] && after[cut] == before[cut])
    #expect(after[edited] == mine)
    #expect(tree.bytes(".photomirror/set-aside/" + cut) == damaged)
    #expect(session.mirror().flaws() == [])
    #expect(
      run.errors.contains("\(cut) was damaged: moved to .photomirror/set-aside"), "\(run.errors)")
    #expect(run.errors.contains("1 file edited or unreadable: kept"), "\(run.errors)")
    let stats = try await session.server.stats()
    #expect(stats.imageRequests == 2 && stats.calls.isEmpty)

    let again = try await session.run("verify photos")
    #expect(again.output.split(separator: "\n").count == 1 && again.output.hasPrefix("* \(edited)"))
  }
}
