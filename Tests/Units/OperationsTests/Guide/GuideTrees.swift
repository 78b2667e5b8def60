import Operations
import OperationsTesting
import Testing

private struct Folder: Sendable {
  var name: String
  var files: [String] = []
  var folders: [Folder] = []
}

private struct Unreadable: Error {}

@Suite("The guide's page on trees")
struct GuideTrees {
  @Test("The guide's example of a tree of stages handles failures and attempts")
  func stages() async throws {
    let resize = TreeNode("resize", width: 2, retry: RetryPolicy(attempts: 3)) {
      (photo: String, attempt: Int) in
      if photo == "b-2" { throw Unreadable() }
      return "small-\(photo), attempt \(attempt)"
    }
    .onRetry { photo, notice in print("\(photo): again after \(notice.error)") }
    .decideOnFailure { photo, error in
      print("\(photo): \(error)")
      return .continue
    }
    let album = TreeNode("album", width: 1) { (name: String) in ["\(name)-1", "\(name)-2"] }
      .feeding(resize) { photos in photos }
      .onSubtreeFinished { name, photos in
        print("\(name): \(photos.succeeded) photos, \(photos.failed) missing")
      }
    let summary = try await TreeOperation(root: album, input: "b").run()
    #expect(summary == SubtreeSummary(succeeded: 2, failed: 1))
  }

  @Test("The guide's example of a tree walks folders")
  func folders() async throws {
    let file = TreeNode("file", width: 4) { (path: String) in print(path) }
    let folder = TreeNode("folder", width: 2) { (folder: Folder) in folder }
      .feeding(file) { folder in folder.files }
      .recursing { folder in folder.folders }
      .onSubtreeFinished { folder, below in print("\(folder.name): \(below.succeeded)") }
    let input = Folder(
      name: "trips", files: ["plan"],
      folders: [Folder(name: "Lisbon", files: ["1", "2"]), Folder(name: "Porto")])
    let summary = try await TreeOperation(root: folder, input: input).run()
    #expect(summary == SubtreeSummary(succeeded: 6))
  }
}
