import Configuration
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
    let (completed, added) = try parsed("--size", "240").taking(kept: words, of: syntax)
    #expect(added == Array(words.dropFirst()))
    #expect(completed.options.filter { $0.name == "size" }.map(\.value) == ["240"])
    #expect(completed.options.filter { $0.name == "tag" }.map(\.value) == ["a b", "c"])
  }

  @Test(
    "A text that no run has recorded is refused",
    arguments: [
      "", "{}", "[1]", "[\"--jobs=3\"]", "[\"--size\"]", "[\"photos\"]",
      "[\"--exclude-file=/dev/null\"]", "[\"--set-file=flickr.key=/etc/passwd\"]",
      "[\"--tag=\(String(repeating: "a", count: 70_000))\"]",
    ])
  func invalid(text: String) throws {
    #expect(throws: UsageError.self) {
      try ParsedArguments().taking(kept: KeptOptions.words(text), of: syntax)
    }
  }
}
