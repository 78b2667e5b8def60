import Testing

@testable import PhotomirrorCommand

@Suite("Completion of command lines")
struct CompletionTests {
  private let completion = Completion {
    [
      ProviderSources(
        name: "flickr", summary: "Flickr",
        sources: [("recent", "the newest"), ("user/NAME", "of an account")], hasSignIn: true,
        sizes: ["Medium", "Medium 640", "Original"]),
      ProviderSources(name: "urls", summary: "a list of addresses", sources: []),
    ]
  }

  private func words(_ words: String...) -> [String]? {
    guard case .words(let candidates) = completion.result(for: words) else { return nil }
    return candidates.map(\.word)
  }

  @Test("The first word is a command that people call")
  func commands() {
    #expect(words("sy") == ["sync"])
    #expect(words("--v") == ["--version"])
    #expect(words("comp") == [])
    #expect(words("unknown", "") == [])
    #expect(words("help", "js") == ["json"])
    #expect(words("help", "json", "") == [])
  }

  @Test("Options are completed with their help, each until it is given unless it is repeatable")
  func options() {
    #expect(
      completion.result(for: ["status", "--j"])
        == .words([.init(word: "--json", help: "Write one JSON object")]))
    #expect(words("status", "--json", "--j") == [])
    #expect(words("sync", "--tag", "a", "--ta") == ["--tag"])
    #expect(words("status", "--", "--j") == nil)
  }

  @Test("Values are completed if they are words or files")
  func values() {
    #expect(words("sync", "--progress", "l") == ["live", "lines", "log"])
    #expect(
      words("sync", "--progress=l") == ["--progress=live", "--progress=lines", "--progress=log"])
    #expect(words("sync", "--limit", "") == [])
    #expect(words("sync", "--size", "") == ["Medium", "Original", "largest"])
    #expect(completion.result(for: ["sync", "--ca-file", ""]) == .files)
    #expect(completion.result(for: ["thumbnail", "-o", ""]) == .directories())
  }

  @Test("Operands are sources up to what has to be filled in, providers, directories and files")
  func operands() {
    #expect(words("sync", "fl") == ["flickr:recent", "flickr:user/"])
    #expect(words("sync", "--quiet", "flickr:r") == ["flickr:recent"])
    #expect(words("login", "") == ["flickr"])
    #expect(
      completion.result(for: ["sync", "--limit", "3", "flickr:recent", ""]) == .directories())
    #expect(words("sync", "flickr:recent", "photos", "") == [])
    #expect(words("import", "") == ["flickr-export"])
    #expect(completion.result(for: ["import", "flickr-export", "a.zip", ""]) == .files)
    #expect(completion.result(for: ["check", "a.jpg", "b"]) == .files)
  }
}
