import Foundation
import TestSupport
import Testing

@Suite("Files and records that do not agree")
struct AdoptionTests {
  /// A complete mirror of 24 photos.
  private func mirror() async throws -> (command: MirrorCommand, files: FileTree) {
    let server = try await ServerProcess(["--photos", "24", "--pictures", "8"])
    let command = try MirrorCommand(server, options: ["--size", "500"])
    #expect(try await command.traffic().imageRequests == 24)
    return (command, try command.files)
  }

  private func loseRecords(of command: MirrorCommand) throws {
    for name in ["catalog.sqlite", "catalog.sqlite-wal", "catalog.sqlite-shm"] {
      let path = command.directory.appending(".photomirror/" + name)
      guard FileManager.default.fileExists(atPath: path) else { continue }
      try FileManager.default.removeItem(atPath: path)
    }
  }

  @Test("Files without a record are adopted, and nothing is fetched")
  func adoption() async throws {
    let (command, files) = try await mirror()
    try loseRecords(of: command)
    #expect(try await command.traffic().imageRequests == 0)
    #expect(try command.files.differences(from: files) == [])
    let run = try await command.run()
    #expect(run.output.contains("\"known\":24"))
  }

  @Test("A removed photo is fetched again with its sidecar and its thumbnail")
  func removal() async throws {
    let (command, files) = try await mirror()
    let photo = files.photos[5]
    let stem = String(photo.prefix { $0 != "." })
    for path in [photo, photo + ".xmp", ".photomirror/thumbnails/\(stem).png"] {
      try FileManager.default.removeItem(atPath: command.directory.appending(path))
    }
    #expect(try await command.traffic().imageRequests == 1)
    #expect(try command.files.differences(from: files) == [])
  }

  @Test("A damaged file without a record is set aside and fetched again")
  func setAside() async throws {
    let (command, files) = try await mirror()
    let photo = files.photos[7]
    let cut = try #require(files.files[photo]).dropLast(100)
    try cut.write(to: URL(fileURLWithPath: command.directory.appending(photo)))
    try loseRecords(of: command)
    #expect(try await command.traffic().imageRequests == 1)
    let after = try command.files
    #expect(after.differences(from: files) == [".photomirror/set-aside/" + photo])
    #expect(after.files[".photomirror/set-aside/" + photo] == cut)
  }
}
