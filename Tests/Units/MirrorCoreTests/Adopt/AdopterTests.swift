import MirrorTesting
import ProviderKit
import Testing

@testable import MirrorCore

@Suite("Adoption of files where they stand")
struct AdopterTests {
  private let workspace = MemoryWorkspace()
  private let catalog = MemoryCatalog()
  private let destination: MemoryPlace
  private let photo = Photo(
    id: "1", owner: "o", title: "Cat",
    renditions: [Rendition(label: "L", url: "http://a/1", width: 400, height: 300)])

  init() { destination = MemoryPlace(workspace) }

  private func adopt(
    _ photo: Photo, _ files: [String: String], isDryRun: Bool = false
  ) async throws -> Adopter.Outcome? {
    destination.content.files = files.mapValues { Array($0.utf8) }
    let adopter = Adopter(
      catalog: isDryRun ? nil : catalog, destination: destination.files(),
      media: MemoryMedia(workspace),
      thumbnail: ThumbnailChoice(edge: 64), width: 2)
    return try await adopter.adopt([.init(photo: photo, paths: files.keys.sorted())]).first
  }

  @Test("A whole picture becomes the photo's file under its own name, with a thumbnail")
  func adopted() async throws {
    let outcome = try await adopt(photo, ["any/name.jpeg": "jpeg"])
    #expect(outcome == Adopter.Outcome(path: "any/name.jpeg"))
    let record = await catalog.mirrored.first
    #expect(record?.path == "any/name.jpeg" && record?.photo == "1" && record?.thumbnail == .jpeg)
    #expect(record.map { destination.content.thumbnails[$0.stem] != nil } == true)
    #expect(destination.content.files.keys.sorted() == ["any/name.jpeg"])
  }

  @Test("A damaged file and one of another shape are refused, and stay")
  func refused() async throws {
    var tall = photo
    tall.renditions[0].height = 900
    let files = ["a.jpg": "broken", "b.jpg": "jpeg"]
    let outcome = try await adopt(tall, files)
    #expect(outcome?.path == nil && outcome?.refused.keys.sorted() == ["a.jpg", "b.jpg"])
    #expect(await catalog.mirrored.isEmpty && destination.content.files.count == 2)
    #expect(try await catalog.waiting(onlyDeferred: false, after: 0, limit: 9).isEmpty)
  }

  @Test("A dry run gives the same outcome, and records nothing")
  func dryRun() async throws {
    let outcome = try await adopt(photo, ["a.jpg": "jpeg"], isDryRun: true)
    #expect(outcome?.path == "a.jpg")
    #expect(await catalog.mirrored.isEmpty && destination.content.thumbnails.isEmpty)
  }

  @Test("A photo whose file was moved has its new path, and its name stays")
  func moved() async throws {
    _ = try await adopt(photo, ["a.jpg": "jpeg"])
    let before = await catalog.mirrored.first
    _ = try await adopt(photo, ["elsewhere/b.jpg": "jpeg"])
    let after = await catalog.mirrored
    #expect(after.map(\.path) == ["elsewhere/b.jpg"] && after.first?.stem == before?.stem)
  }
}
