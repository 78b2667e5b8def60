import Configuration
import Foundation
import Mirroring
import TestSupport
import Testing

@testable import PhotomirrorCommand

@Suite("The options that a catalog keeps")
struct KeptOptionsTests {
  private let syntax = SyncCommand.syntax

  private func parsed(_ words: String...) throws -> ParsedArguments {
    try ArgumentParser.parse(words, as: syntax)
  }

  @Test("Options about photos are kept, those about the run and about secrets are not")
  func kept() throws {
    let line = try parsed(
      "flickr:recent", "photos", "--size", "1600", "--tag", "a b", "--tag=c", "--keep-undecoded",
      "--jobs", "3", "--set", "flickr.endpoint=http://x/", "--set-file", "flickr.key=/k",
      "--exclude-file", "~/skip", "--max-time", "1h", "--upgrade", "--full", "-q")
    let text = try #require(KeptOptions.text(of: line, home: HomePath(home: "/home/ada")))
    let words = try KeptOptions.words(text)
    #expect(
      words == [
        "--size=1600", "--tag=a b", "--tag=c", "--keep-undecoded", "--exclude-file=/home/ada/skip",
      ])
    let (completed, added) = try parsed("--size", "240").taking(kept: words, of: syntax) {
      $0 == "/home/ada/skip"
    }
    #expect(added == Array(words.dropFirst()))
    #expect(completed.options.filter { $0.name == "size" }.map(\.value) == ["240"])
    #expect(completed.options.filter { $0.name == "tag" }.map(\.value) == ["a b", "c"])
  }

  @Test(
    "A file that only the catalog names is refused with the option to type, and one of this line used"
  )
  func files() throws {
    let words = ["--exclude-file=/home/ada/a b"]
    let error = #expect(throws: UsageError.self) {
      try ParsedArguments().taking(kept: words, of: syntax) { _ in false }
    }
    #expect(error?.text.contains("/home/ada/a b, which you have not named") == true)
    #expect(error?.hints.first?.contains("--exclude-file '/home/ada/a b' once") == true)
    let line = try parsed("--exclude-file", "mine")
    let own = try line.taking(kept: words, of: syntax) { _ in false }
    #expect(own.added.isEmpty && own.line.options.map(\.value) == ["mine"])
  }

  @Test("A named file is remembered for its mirror alone, also before the directory is made")
  func remembered() throws {
    let folder = try TemporaryDirectory()
    let files = KnownFiles(["XDG_STATE_HOME": folder.path, "HOME": "/home/ada"])
    let owner = StoreOwner.directory(folder.appending("new/mirror"))
    files.prepare()
    files.note("~/skip", of: owner)
    try FileManager.default.createDirectory(
      atPath: folder.appending("new/mirror"), withIntermediateDirectories: true)
    #expect(files.has("/home/ada/skip", of: [.catalog("postgresql://x/y"), owner]))
    #expect(!files.has("/home/ada/skip2", of: [owner]))
    #expect(!files.has("/home/ada/skip", of: [.directory(folder.appending("new"))]))
    #expect(!KnownFiles([:]).has("/home/ada/skip", of: [owner]))
  }

  @Test(
    "A text that no run has recorded is refused",
    arguments: [
      "", "{}", "[1]", "[\"--jobs=3\"]", "[\"--size\"]", "[\"photos\"]",
      "[\"--set-file=flickr.key=/etc/passwd\"]",
      "[\"--tag=\(String(repeating: "a", count: 70_000))\"]",
    ])
  func invalid(text: String) throws {
    #expect(throws: UsageError.self) {
      try ParsedArguments().taking(kept: KeptOptions.words(text), of: syntax) { _ in true }
    }
  }
}
