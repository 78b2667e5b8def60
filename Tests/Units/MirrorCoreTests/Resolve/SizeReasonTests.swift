import ProviderKit
import Testing

@testable import MirrorCore

@Suite("The reason for a photo's size")
struct SizeReasonTests {
  private static func rendition(_ label: String, _ edge: Int, isOriginal: Bool = false) -> Rendition
  {
    Rendition(label: label, url: label, width: edge, height: edge, isOriginal: isOriginal)
  }

  private static let original = rendition("Original", 4000, isOriginal: true)
  private static let large = rendition("Large", 1024)
  private static let small = rendition("Small", 240)

  @Test(
    "The reason for a photo's size follows from the request, the offered sizes and the site",
    arguments: [
      (.largest, [large, original], nil, .original),
      (.largest, [small, large], nil, .largestOffered),
      (.largest, [small, large], .owner, .ownerForbids),
      (.largest, [small, large], .account, .accountLimit),
      (.label("large"), [small, large], .owner, .asked),
      (.label("Large 1600"), [small, large], .account, .accountLimit),
      (.label("Large 1600"), [small, large], nil, .largestOffered),
      (.edge(1000), [small, large], .owner, .asked),
      (.edge(1600), [small, large], .owner, .ownerForbids),
      (.edge(5000), [small, original], nil, .original),
    ] as [(SizePolicy, [Rendition], SizeLimit?, SizeReason)])
  func reasons(
    policy: SizePolicy, offered: [Rendition], limit: SizeLimit?, expected: SizeReason
  ) throws {
    let chosen = try #require(policy.choose(from: offered))
    #expect(policy.reason(for: chosen, limit: limit) == expected)
  }
}
