import Testing

@testable import Images

@Suite("The verdict of a picture")
struct PictureVerdictTests {
  @Test(
    "Each kind of error has one verdict, or says nothing of the picture",
    arguments: [
      (.truncated, .damaged), (.damaged, .damaged), (.tooLarge, .undecoded),
      (.unsupported, .undecoded), (.notAnImage, nil), (.unreadable, nil), (.unencodable, nil),
      (.stopped, nil),
    ] as [(ImageError.Kind, PictureVerdict?)])
  func errors(kind: ImageError.Kind, verdict: PictureVerdict?) {
    #expect(PictureVerdict(.failure(ImageError(kind, ""))) == verdict)
  }

  @Test("A proof is whole if its file was decoded, and undecoded otherwise")
  func proofs() throws {
    let jpeg = try JPEGEncoder.encode(.drawn(8, 8))
    #expect(PictureVerdict(.success(try ImageProof(of: jpeg, thumbnailEdge: nil))) == .whole)
    let psd = try ImageProof(of: Array("8BPS\0\u{1}".utf8), thumbnailEdge: nil)
    #expect(PictureVerdict(.success(psd)) == .undecoded)
  }
}
