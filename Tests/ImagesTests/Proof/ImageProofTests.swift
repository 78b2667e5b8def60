import Testing

@testable import Images

@Suite("A proof")
struct ImageProofTests {
  static let jpeg = try! JPEGEncoder.encode(.drawn(40, 30))
  static let progressive = try! JPEGEncoder.encode(.drawn(40, 30), isProgressive: true)
  static let png = try! PNGEncoder.encode(.drawn(40, 30))
  static let interlaced = PNGFile(width: 13, height: 11, depth: 8, color: 2, isInterlaced: true) {
    [$0, $1, $0 * $1]
  }.bytes

  @Test(
    "A proof has the format and the stored size, with and without a thumbnail",
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
    "Every cut of a file is refused",
    arguments: [jpeg, progressive, png, interlaced], [nil, 8])
  func cuts(file: [UInt8], edge: Int?) {
    // A JPEG's end marker may be missing.
    let least = file.starts(with: [0xFF, 0xD8]) ? file.count - 2 : file.count
    for count in 0..<least {
      let error = #expect(throws: ImageError.self, "cut to \(count) of \(file.count)") {
        try ImageProof(of: Array(file.prefix(count)), thumbnailEdge: edge)
      }
      if count >= 8 { #expect(error?.kind == .truncated, "cut to \(count)") }
    }
  }

  @Test("A file that was cut and ended again is refused as damaged", arguments: [nil, 8])
  func cutAndEnded(edge: Int?) {
    let error = #expect(throws: ImageError.self) {
      try ImageProof(of: Self.jpeg.dropLast(200) + [0xFF, 0xD9], thumbnailEdge: edge)
    }
    #expect(error?.kind == .damaged)
  }

  @Test("A cut says how far it came")
  func cutMessage() {
    let error = #expect(throws: ImageError.self) {
      try ImageProof(of: Self.jpeg.dropLast(3), thumbnailEdge: 8)
    }
    #expect(
      error?.message == "the file ends before the picture does: \(Self.jpeg.count - 3) bytes came,"
        + " it stopped behind row 16 of 30")
  }

  @Test("Bytes behind the end are accepted with a warning", arguments: [jpeg, progressive, png])
  func tail(file: [UInt8]) throws {
    let proof = try ImageProof(of: file + [0], thumbnailEdge: 8)
    #expect(proof.warnings == ["there are bytes behind the end of the picture"])
    #expect(try proof.thumbnail == ImageProof(of: file, thumbnailEdge: 8).thumbnail)
  }

  @Test(
    "What is no picture is named",
    arguments: [
      ("", "it is an empty file"),
      ("\n<!DOCTYPE html><title>", "it is an HTML page"),
      ("{\"stat\":\"fail\"}", "it is a JSON text"),
      ("<?xml version=\"1.0\"?><rsp>", "it is an XML document"),
      ("not found", "it is a text"),
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

  @Test("A known format that is not decoded says so")
  func undecoded() throws {
    let proof = try ImageProof(of: Array("\0\0\0\u{18}ftypheic....".utf8), thumbnailEdge: 8)
    #expect(proof.format == .heic)
    #expect(!proof.isDecoded)
    #expect((proof.width, proof.height) == (0, 0))
    #expect(proof.thumbnail == nil)
    #expect(proof.thumbnailFailure == nil)
  }
}
