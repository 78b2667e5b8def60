import PhotomirrorCommand
import ProviderKit
import Testing

@Suite("A wanted size")
struct WantedSizeTests {
  private func manifest(_ sizes: [String]) -> Manifest {
    Manifest(name: "site", version: "1", summary: "", sources: [], sizes: sizes)
  }

  @Test(
    "is taken where the provider names it, whatever its case, and where it is no label",
    arguments: [WantedSize.label("Small"), .label("LARGE 2k"), .edge(1600), .largest])
  func known(size: WantedSize) {
    #expect(throws: Never.self) { try size.check(against: manifest(["Small", "Large 2K"])) }
  }

  @Test("is any word where the provider names none")
  func unnamed() {
    #expect(throws: Never.self) { try WantedSize.label("Poster").check(against: manifest([])) }
  }

  @Test(
    "is refused where the provider does not name it, with the nearest there is",
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
      try WantedSize.label(label).check(against: manifest(["Small", "Large 2K"]))
    }
  }
}
