import Foundation
import Testing
import Threads

@Suite("The samples of Operations")
struct SamplesTests {
  @Test(
    "Each sample prints the output that its first lines state",
    arguments: [
      ("Albums", ["Lisbon: 2 photos"]),
      (
        "CookbookTree",
        [
          "Bread: 2 pictures, 1 missing", "Soup: 2 pictures, 0 missing",
          "lost.jpg: given up, Unreadable() (after 3 attempts)", "winter.book: 7 done, 1 failed",
        ]
      ),
      (
        "PhotoFeed",
        [
          "3 photos, 1 failed", "list, attempt 1", "list, attempt 2",
          "one more thing, before the feed is over", "the feed is over",
        ]
      ),
      (
        "Compositions",
        ["answer from east", "failed: Refused()", "peel soup, boil soup", "refused"]
      ),
      (
        "Callbacks",
        [
          "held: true", "the letter", "the letter is there", "the stamp waited for the reply",
        ]
      ),
    ])
  func output(sample: String, sortedLines: [String]) async throws {
    let pool = ThreadPool(name: "samples", width: 1)
    let output = try await pool.run { () throws -> String in
      let process = Process()
      let pipe = Pipe()
      process.executableURL = try #require(Self.products).appending(path: sample)
      process.standardOutput = pipe
      try process.run()
      let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
      return String(decoding: output, as: UTF8.self)
    }
    await pool.shutdown()
    #expect(output.split(separator: "\n").map(String.init).sorted() == sortedLines)
  }

  /// The folder in which the build puts the samples: beside the tests.
  private static let products =
    Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?
    .bundleURL.deletingLastPathComponent() ?? Bundle.main.executableURL?.deletingLastPathComponent()
}
