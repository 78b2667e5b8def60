import ProviderKit
import Testing

@testable import MirrorCore

@Suite struct SizePolicyTests {
  private let sizes = [
    Rendition(label: "Small", url: "s", width: 240, height: 160),
    Rendition(label: "Medium", url: "m", width: 500, height: 333),
    Rendition(label: "Large", url: "l", width: 1024, height: 683),
  ]

  private func chosen(_ policy: SizePolicy, _ renditions: [Rendition]) -> String? {
    policy.choose(from: renditions)?.url
  }

  @Test("The largest size is the original if it is offered, else the one with the most pixels")
  func largest() {
    #expect(chosen(.largest, sizes) == "l")
    let original = Rendition(label: "Original", url: "o", isOriginal: true)
    #expect(chosen(.largest, sizes + [original]) == "o")
  }

  @Test(
    "A size label matches in any case, and a label without a size falls back to the largest size")
  func label() {
    #expect(chosen(.label("medium"), sizes) == "m")
    #expect(chosen(.label("Large 1600"), sizes) == "l")
  }

  @Test("An edge selects the smallest size that is large enough, else the largest")
  func edge() {
    #expect(chosen(.edge(240), sizes) == "s")
    #expect(chosen(.edge(241), sizes) == "m")
    #expect(chosen(.edge(9999), sizes) == "l")
  }

  @Test("Of sizes with equal pixels the first listed is chosen, whatever their names are")
  func equal() {
    for labels in [["Small", "Original"], ["Original", "Small"]] {
      let bare = labels.map { Rendition(label: $0, url: $0) }
      let measured = labels.map { Rendition(label: $0, url: $0, width: 4, height: 3) }
      for sizes in [bare, measured] {
        #expect(chosen(.largest, sizes) == labels[0])
        #expect(chosen(.edge(2), sizes) == labels[0])
      }
      let large = Rendition(label: "L", url: "l", width: 8, height: 6)
      let smaller = SizePolicy.largest.smaller(than: large, in: [large] + measured)
      #expect(smaller.map(\.label) == labels)
    }
  }

  @Test("Sizes without pixels, or with absurd numbers of pixels, do not crash")
  func absurd() {
    let odd = [
      Rendition(label: "a", url: "a"),
      Rendition(label: "b", url: "b", width: -5, height: .max),
      Rendition(label: "c", url: "c", width: .max, height: .max),
    ]
    #expect(chosen(.largest, odd) == "c")
    #expect(chosen(.edge(10), [odd[0]]) == "a")
    #expect(chosen(.largest, []) == nil)
  }

  @Test("After a refused size, smaller ones of the same shape are requested, the largest first")
  func smaller() {
    let square = Rendition(label: "Large Square", url: "q", width: 150, height: 150)
    let original = Rendition(
      label: "Original", url: "o", width: 4000, height: 2667, isOriginal: true)
    let bare = Rendition(label: "Bare", url: "b")
    let all = [square, bare] + sizes + [original]
    func labels(_ chosen: Rendition) -> [String] {
      SizePolicy.largest.smaller(than: chosen, in: all).map(\.label)
    }
    #expect(labels(original) == ["Large", "Medium", "Small"])
    let turned = Rendition(label: "Original", url: "o", width: 2667, height: 4000)
    #expect(labels(turned) == ["Large", "Medium", "Small"])
    #expect(labels(sizes[1]) == ["Small"])
    #expect(labels(sizes[0]) == [] && labels(square) == [] && labels(bare) == [])
  }

  @Test("At most seven sizes are requested in place of a refused one")
  func smallerBounded() {
    let many = (1...64).map { Rendition(label: "\($0)", url: "", width: $0 * 3, height: $0 * 2) }
    let smaller = SizePolicy.largest.smaller(than: many[63], in: many)
    #expect(smaller.map(\.label) == ["63", "62", "61", "60", "59", "58", "57"])
  }
}
