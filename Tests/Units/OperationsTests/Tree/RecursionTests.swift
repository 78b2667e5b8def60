import Operations
import OperationsTesting
import Testing

@Suite("Recursive trees")
struct RecursionTests {
  /// A folder of a made-up file system: its name states its depth.
  private struct Folder: Sendable {
    var path: [Int]
    var depth: Int
    var width: Int

    var folders: [Folder] {
      guard path.count < depth else { return [] }
      return (0..<width).map { Folder(path: path + [$0], depth: depth, width: width) }
    }

    var files: [String] { (0..<2).map { "\(path)/\($0)" } }
  }

  @Test(
    "Every folder and file is processed once, folders after their content, in any width",
    arguments: [(1, 1), (1, 4), (2, 3), (4, 64), (16, 16)])
  func folders(width: Int, open: Int) async throws {
    let (files, ends, gauge) = (EventRecorder<String>(), EventRecorder<[Int]>(), ConcurrencyGauge())
    let file = TreeNode<String, Void>("file", width: 2) { files.record($0) }
    let folder = TreeNode("folder", width: width, open: open) { (folder: Folder) in
      await gauge.measure { await Task.yield() }
      return folder
    }
    .recursing { $0.folders }
    .feeding(file) { $0.files }
    .onSubtreeFinished { folder, summary in
      ends.record(folder.path)
      if folder.path.isEmpty { #expect(summary.succeeded == 3 * 364 - 1) }
    }
    let root = Folder(path: [], depth: 5, width: 3)
    let summary = try await TreeOperation(root: folder, input: root).run()
    #expect(summary == SubtreeSummary(succeeded: 3 * 364))
    #expect(Set(files.events).count == 2 * 364)
    #expect(Set(ends.events).count == 364)
    #expect(gauge.peak <= width)
    let order = Dictionary(
      uniqueKeysWithValues: ends.events.enumerated().map { ($0.element, $0.offset) })
    for (path, index) in order where !path.isEmpty {
      #expect(index < order[Array(path.dropLast())] ?? -1)
    }
  }

  @Test("Folders that are read page by page, deeper than the open inputs, are all completed")
  func deep() async throws {
    let folder = TreeNode("folder", width: 1, open: 2) { (depth: Int) in depth }
      .recursing { depth in
        AsyncStream<Int> { continuation in
          if depth < 5_000 { continuation.yield(depth + 1) }
          continuation.finish()
        }
      }
    #expect(try await TreeOperation(root: folder, input: 1).run().succeeded == 5_000)
  }

  @Test("A folder that fails is reported, and its siblings continue")
  func failing() async throws {
    let failed = EventRecorder<Int>()
    let folder = TreeNode("folder", width: 2, open: 2, retry: RetryPolicy(attempts: 2)) {
      (number: Int) in
      if number % 10 == 7 { throw Broken(number: number) }
      return number
    }
    .recursing { number in number < 100 ? (0..<10).map { number * 10 + $0 } : [] }
    .decideOnFailure { number, error in
      #expect((error as? RetryExhausted)?.attempts == 2)
      failed.record(number)
      return .continue
    }
    let summary = try await TreeOperation(root: folder, input: 1).run()
    #expect(summary == SubtreeSummary(succeeded: 1 + 9 + 81, failed: 1 + 9))
    #expect(failed.events.count == 10)
  }

  @Test("Cancelling a recursive tree ends it, and its node can serve another tree")
  func cancel() async throws {
    let reached = Gate()
    let folder = TreeNode("folder", width: 2, open: 3) { (depth: Int) in
      if depth == 50 {
        reached.open()
        try await Gate().pass()
      }
      return depth
    }
    .recursing { depth in depth == 200 ? [] : [depth + 1] }
    let tree = TreeOperation(root: folder, input: 0)
    tree.start()
    try await reached.pass()
    tree.cancel()
    #expect(await tree.outcome == .cancelled)
    #expect(try await TreeOperation(root: folder, input: 100).run().succeeded == 101)
  }
}
