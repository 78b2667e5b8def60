import MirrorCore
import ProviderKit
import Testing

@testable import PhotomirrorCommand

@Suite("--size")
struct SizeOptionTests {
  private func manifest(_ sizes: [String]) -> Manifest {
    Manifest(name: "site", version: "1", summary: "", sources: [], sizes: sizes)
  }

  @Test(
    "A size that the provider names is accepted in any case, and so is an edge",
    arguments: [SizePolicy.label("Small"), .label("LARGE 2k"), .edge(1600), .largest])
  func known(size: SizePolicy) {
    #expect(throws: Never.self) { try size.check(against: manifest(["Small", "Large 2K"])) }
  }

  @Test("Any size is accepted if the provider names none")
  func unnamed() {
    #expect(throws: Never.self) { try SizePolicy.label("Poster").check(against: manifest([])) }
  }

  @Test(
    "A size that the provider does not name is refused with the nearest one",
    arguments: [
      ("LARGE 3k", "did you mean 'Large 2K'?"), ("largets", "did you mean 'largest'?"),
      ("smal", "did you mean 'Small'?"), ("1600px", nil), ("-5", nil),
    ])
  func unknown(label: String, nearest: String?) {
    let hints = [
      "its sizes are: Small, Large 2K",
      "--size also takes the longest edge in pixels, or 'largest'",
    ]
    let all = (nearest.map { [$0] } ?? []) + hints
    #expect(throws: UsageError("site has no size '\(label)'", hints: all)) {
      try SizePolicy.label(label).check(against: manifest(["Small", "Large 2K"]))
    }
  }
}
