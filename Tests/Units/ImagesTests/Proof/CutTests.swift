import Testing

@testable import Images

@Suite("A file of each format that is cut")
struct CutTests {
  private static let files: [(format: ImageFormat, bytes: [UInt8])] =
    [
      (.jpeg, try! JPEGEncoder.encode(.drawn(40, 24))),
      (.jpeg, try! JPEGEncoder.encode(.drawn(40, 24), isProgressive: true)),
      (.png, try! PNGEncoder.encode(.drawn(40, 24))),
      (.gif, GIFFile(40, 24, palette: GIFFile.colors, .init(40, 24) { ($0 * $1) % 256 }).bytes),
      (.webp, try! WebPFile.simple(.drawn(40, 24))),
      (.webp, try! WebPFile.simple(.drawn(40, 24), quality: 80)),
    ] + LibraryFixtures.formats.filter(\.isDecodable).map { ($0, LibraryFixtures.bytes($0)) }

  @Test(
    "A file that is cut at any of 20 places is neither whole nor undecoded", arguments: files)
  func cut(file: (format: ImageFormat, bytes: [UInt8])) {
    for number in 1...20 {
      let count = max(16, file.bytes.count * number / 21)
      let error = #expect(throws: ImageError.self, "\(count) of \(file.bytes.count) bytes") {
        try ImageProof(of: Array(file.bytes.prefix(count)), thumbnailEdge: nil)
      }
      #expect(
        [.truncated, .damaged].contains(error?.kind), "\(count) bytes: \(error?.message ?? "")")
    }
  }
}
