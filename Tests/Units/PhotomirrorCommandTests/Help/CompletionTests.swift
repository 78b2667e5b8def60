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
    let json = "Write one JSON object for each directory, with all members or these"
    #expect(
      completion.result(for: ["status", "--j"]) == .words([.init(word: "--json", help: json)]))
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
    #expect(words("list", "--json=ow") == ["--json=owner", "--json=owner_name"])
    #expect(words("list", "--json=owner,ow") == ["--json=owner,owner_name"])
    #expect(
      words("list", "--json=owner,")
        == words("list", "--json=")?.filter { $0 != "--json=owner" }
        .map { $0.replacing("=", with: "=owner,") })
    #expect(words("export", "--json=") == [])
    #expect(words("sync", "--size", "") == ["Medium", "Original", "largest"])
    #expect(completion.result(for: ["sync", "--ca-file", ""]) == .files)
    #expect(completion.result(for: ["thumbnail", "-o", ""]) == .directories())
  }

  @Test("Photos and albums are completed from the mirror that the command line names")
  func names() {
    let completion = Completion(
      sources: { [] }, mirrors: { ["holidays"] },
      names: { kind, mirror, beginning in ["\(kind) \(mirror) \(beginning)"] })
    let words = { (words: [String]) -> [String]? in
      guard case .words(let found) = completion.result(for: words) else { return nil }
      return found.map(\.word)
    }
    #expect(words(["forget", "holidays", "1"]) == ["photo holidays 1"])
    #expect(words(["restore", "holidays", "1", "2"]) == ["photo holidays 2"])
    #expect(words(["verify", "holidays", "--accept", "3"]) == ["photo holidays 3"])
    #expect(words(["bundle", "a", "--album=Su"]) == ["--album=album a Su"])
    #expect(words(["verify", "--accept", "3"]) == [])
    #expect(
      completion.result(for: ["status", "a", "hol"])
        == .directories([.init(word: "holidays", help: "mirror")]))
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
