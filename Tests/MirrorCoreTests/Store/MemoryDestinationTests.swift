import MirrorTesting
import Testing

@testable import MirrorCore

@Suite("The in-memory destination")
struct MemoryDestinationTests {
  @Test("Photos that are stored while others move to the trash are all there")
  func concurrentChanges() async throws {
    let numbers = 1...2000
    let workspace = MemoryWorkspace()
    let destination = MemoryDestination(workspace)
    for number in numbers { destination.content.files["o/old\(number).jpg"] = [1] }
    try await withThrowingTaskGroup { group in
      for number in numbers {
        group.addTask {
          workspace["\(number)"] = [2]
          _ = await destination.place([
            Placement(path: "o/new\(number).jpg", picture: .part("\(number)"), companions: [])
          ])
        }
        group.addTask {
          let old = StoredFiles(
            path: "o/old\(number).jpg", stem: "o/old\(number)", thumbnail: .absent)
          try await destination.discard(old, to: "trash/\(number)", record: [])
        }
      }
      try await group.waitForAll()
    }
    let content = destination.content
    #expect(content.files.count == numbers.count && content.trash.count == numbers.count)
    #expect(numbers.allSatisfy { content.files["o/new\($0).jpg"] == [2] })
  }
}
