import ProviderKit
import Testing

@testable import MirrorCore

@Suite("The stream of a video")
struct VideoPolicyTests {
  private static func stream(_ label: String, _ edge: Int) -> Rendition {
    Rendition(label: label, url: label, width: edge, height: edge / 2, media: .video)
  }

  /// A larger still follows the streams.
  private let offered = [
    stream("1080p", 1920), stream("720p", 1280), stream("360p", 640),
    Rendition(label: "Original", url: "still", width: 9000, height: 9000, media: .photo),
  ]

  @Test(
    "A stream is chosen by the provider's order, and never a still",
    arguments: [
      (SizePolicy.largest, "1080p"), (.label("720P"), "720p"), (.label("Original"), "1080p"),
      (.edge(1000), "720p"), (.edge(600), "360p"), (.edge(5000), "1080p"),
    ])
  func choice(policy: SizePolicy, expected: String) {
    #expect(policy.choose(from: offered)?.label == expected)
  }

  @Test("The alternatives of a refused stream are the next ones, and no still")
  func alternatives() {
    let next = SizePolicy.largest.smaller(than: offered[0], in: offered)
    #expect(next.map(\.label) == ["720p", "360p"])
  }
}
