import Testing

@testable import Images

@Suite("The proof of an image")
struct ImageProofTests {
  static let jpeg = try! JPEGEncoder.encode(.drawn(40, 30))
  static let progressive = try! JPEGEncoder.encode(.drawn(40, 30), isProgressive: true)
  static let png = try! PNGEncoder.encode(.drawn(40, 30))
  static let interlaced = PNGFile(width: 13, height: 11, depth: 8, color: 2, isInterlaced: true) {
    [$0, $1, $0 * $1]
  }.bytes

  @Test(
    "A proof reports the format and the stored size, with and without a thumbnail",
    arguments: [nil, 16])
  func formatAndSize(edge: Int?) throws {
    for (file, format) in [(Self.jpeg, ImageFormat.jpeg), (Self.png, .png)] {
      let proof = try ImageProof(of: file, thumbnailEdge: edge)
      #expect(proof.format == format)
      #expect((proof.width, proof.height) == (40, 30))
      #expect(proof.isDecoded)
      #expect(proof.warnings == [])
      #expect((proof.thumbnail != nil) == (edge != nil))
      #expect(proof.thumbnailFailure == nil)
    }
  }

  @Test(
    "An image file truncated at any byte is refused",
    arguments: [jpeg, progressive, png, interlaced], [nil, 8])
  func cuts(file: [UInt8], edge: Int?) {
    // A JPEG's end marker may be missing, and a PNG's end chunk.
    let least = file.count - (file.starts(with: [0xFF, 0xD8]) ? 2 : 12)
    for count in 0..<least {
      let error = #expect(throws: ImageError.self, "cut to \(count) of \(file.count)") {
        try ImageProof(of: Array(file.prefix(count)), thumbnailEdge: edge)
      }
      if count >= 8 { #expect(error?.kind == .truncated, "cut to \(count)") }
    }
  }

  @Test("A truncated image file with a new end marker is refused as damaged", arguments: [nil, 8])
  func cutAndEnded(edge: Int?) {
    let error = #expect(throws: ImageError.self) {
      try ImageProof(of: Self.jpeg.dropLast(200) + [0xFF, 0xD9], thumbnailEdge: edge)
    }
    #expect(error?.kind == .damaged)
  }

  @Test("The error for a truncated image states the bytes and rows that were read")
  func cutMessage() {
    let error = #expect(throws: ImageError.self) {
      try ImageProof(of: Self.jpeg.dropLast(3), thumbnailEdge: 8)
    }
    #expect(
      error?.message
        == "the file ends before the image does: \(Self.jpeg.count - 3) bytes received,"
        + " decoding stopped after row 16 of 30")
  }

  @Test(
    "Bytes after the end of an image are accepted with a warning",
    arguments: [jpeg, progressive, png])
  func tail(file: [UInt8]) throws {
    let proof = try ImageProof(of: file + [0], thumbnailEdge: 8)
    #expect(proof.warnings == ["extra bytes follow the end of the image"])
    #expect(try proof.thumbnail == ImageProof(of: file, thumbnailEdge: 8).thumbnail)
  }

  @Test(
    "The error for a file that is not an image names its kind of content",
    arguments: [
      ("", "it is an empty file"),
      ("\n<!DOCTYPE html><title>", "it is an HTML page"),
      ("{\"stat\":\"fail\"}", "it is JSON text"),
      ("<?xml version=\"1.0\"?><rsp>", "it is an XML document"),
      ("not found", "it is a text file"),
      ("%PDF-1.4", "it is a PDF document"),
      ("\u{1}\u{2}", "it is unknown data"),
    ])
  func foreign(text: String, message: String) {
    let error = #expect(throws: ImageError.self) {
      try ImageProof(of: Array(text.utf8), thumbnailEdge: 8)
    }
    #expect(error?.kind == .notAnImage)
    #expect(error?.message == message)
  }

  @Test("A recognised format without a decoder is reported as not decoded")
  func undecoded() throws {
    let proof = try ImageProof(of: Array("8BPS\0\u{1}........".utf8), thumbnailEdge: 8)
    #expect(proof.format == .psd)
    #expect(!proof.isDecoded)
    #expect((proof.width, proof.height) == (0, 0))
    #expect(proof.thumbnail == nil)
    #expect(proof.thumbnailFailure == nil)
  }
}
