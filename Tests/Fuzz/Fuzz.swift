import FlickrProvider
import Foundation
import ProviderKit
import WebFeedProvider

@testable import Images

/// libFuzzer's entry point (https://llvm.org/docs/LibFuzzer.html): passes one input to the subject
/// in the environment variable FUZZ_SUBJECT. -1 keeps an input out of the corpus.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  subject.take(Array(UnsafeBufferPointer(start: start, count: count))) ? 0 : -1
}

private let subject = Subject(
  ProcessInfo.processInfo.environment["FUZZ_SUBJECT"] ?? Subject.names[0])

/// The parsers of untrusted bytes.
private struct Subject {
  static let names = [
    "jpeg", "png", "gif", "webp", "profile", "exif", "sniffer", "provider", "feed", "video", "head",
    "range", "state", "xmp", "catalog", "joint", "toml", "store", "unit", "list", "site",
    "change", "snapshot", "bag", "zip", "kept",
  ]

  private let name: String
  private let provider = FlickrProvider()
  private let limits: ImageLimits

  init(_ name: String) {
    precondition(Self.names.contains(name), "FUZZ_SUBJECT is one of \(Self.names)")
    self.name = name
    // Low limits, so that inputs are fast.
    var limits = ImageLimits()
    (limits.pixels, limits.memory, limits.scans, limits.seconds) = (100_000, 4 << 20, 20, 5)
    self.limits = limits
  }

  /// Whether the input is worth keeping.
  func take(_ bytes: [UInt8]) -> Bool {
    switch name {
    case "exif": _ = Orientation(exif: bytes)
    case "sniffer":
      if ImageFormat(sniffing: bytes) == nil { _ = ForeignContent(firstBytes: bytes).description }
    case "provider": read(bytes)
    case "video": _ = try? VideoProof(of: bytes)
    case "feed": readFeed(bytes)
    case "head": return Parsers.head(bytes)
    case "range": return Parsers.range(bytes)
    case "state": return Parsers.state(bytes)
    case "xmp": return Parsers.xmp(bytes)
    case "catalog": return Parsers.catalog(bytes)
    case "joint": return Parsers.joint(bytes)
    case "toml": return Records.toml(bytes)
    case "store": return Records.store(bytes)
    case "unit": return Records.unit(bytes)
    case "list": return Records.list(bytes)
    case "site": return Records.site(bytes)
    case "change": return Files.change(bytes)
    case "snapshot": return Files.snapshot(bytes)
    case "bag": return Files.bag(bytes)
    case "zip": return Files.zip(bytes)
    case "kept": return Files.kept(bytes)
    // Correct checksums reach deeper code than the fuzzer finds by itself; every other input keeps
    // its own.
    case "profile": return prove(Self.photo(ofProfile: bytes), as: .jpeg)
    case "png" where bytes.count % 2 == 0: return prove(bytes.withAgreeingChecksums, as: .png)
    default: return ImageFormat(rawValue: name).map { prove(bytes, as: $0) } ?? false
    }
    return true
  }

  private func prove(_ bytes: [UInt8], as format: ImageFormat) -> Bool {
    guard ImageFormat(sniffing: bytes) == format else { return false }
    let edge = bytes.count % 4 == 0 ? nil : 16
    var reference = limits
    reference.isReference = true
    let result = Result { () throws(ImageError) in
      try ImageProof(of: bytes, thumbnailEdge: edge, limits: limits)
    }
    let proof = try? result.get()
    let expected = try? ImageProof(of: bytes, thumbnailEdge: edge, limits: reference)
    precondition(
      (proof == nil) == (expected == nil) || Self.isPassedOver(result),
      "the libraries alone refuse what is proven, or prove it")
    guard let proof, let expected else { return true }
    precondition(Self.agree(proof, expected), "the libraries alone decode it differently")
    guard proof.isDecoded else {
      // A lossless JPEG, for example.
      precondition(proof.limit != nil && proof.width == 0 && proof.thumbnail == nil)
      return true
    }
    precondition(proof.width > 0 && proof.height > 0)
    precondition((proof.thumbnail == nil) == (edge == nil || proof.thumbnailFailure != nil))
    if let thumbnail = proof.thumbnail {
      let again = try? ImageProof(of: thumbnail, thumbnailEdge: nil)
      precondition(again?.format == .png, "its thumbnail is no whole PNG")
    }
    return true
  }

  /// Whether the failure is one that libjpeg passes over.
  private static func isPassedOver(_ result: Result<ImageProof, ImageError>) -> Bool {
    guard case .failure(let error) = result else { return false }
    return ["a code is undefined", "are left over", "extraneous bytes"].contains {
      error.message.contains($0)
    }
  }

  /// Whether proofs say the same and have thumbnails of the same pixels. ISA-L may deflate equal bytes differently.
  private static func agree(_ one: ImageProof, _ other: ImageProof) -> Bool {
    if one == other { return true }
    return (one.format, one.width, one.height) == (other.format, other.width, other.height)
      && (one.isDecoded, one.limit) == (other.isDecoded, other.limit)
      && one.thumbnailFailure == other.thumbnailFailure && one.warnings == other.warnings
      && pixels(one.thumbnail) == pixels(other.thumbnail)
  }

  /// The samples of a PNG; nil if there is none or it is damaged.
  private static func pixels(_ png: [UInt8]?) -> [UInt8]? {
    guard let png else { return nil }
    return try? png.withUnsafeBufferPointer { bytes throws(ImageError) in
      try ImageDecoder(.png, of: ImageSource(lending: bytes), limits: ImageLimits()).samples()
    }
  }

  private func read(_ bytes: [UInt8]) {
    let answer = Answer(body: String(decoding: bytes, as: UTF8.self))
    for selector in ["recent", "album/72157650000000001"] {
      _ = try? provider.page(from: answer, for: PageQuery(selector: selector))
    }
    _ = try? provider.renditions(
      from: answer, for: PhotoQuery(photo: Photo(id: "51035555243", owner: "x")))
  }
}

extension ImageDecoder {
  fileprivate func samples() throws(ImageError) -> [UInt8] {
    let rows = try start(atLeast: size)
    let length = Int(rows.width) * Int(rows.channels)
    var samples: [UInt8] = []
    var row = [UInt8](repeating: 0, count: length)
    while try readRows(1, into: &row) > 0 { samples += row }
    try finish()
    return samples
  }
}

extension Subject {
  /// A CMYK JPEG of 32 x 16 pixels.
  private static let ink =
    "/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwADAgIDAgIDAwMDBAMDBAUIBQUEBAUKBwcGCAwKDAwLCgsLDQ4SEA0OEQ4LCxAW"
    + "EBETFBUVFQwPFxgWFBgSFBUU/8AAFAgAEAAgBEMRAE0RAFkRAEsRAP/EABcAAQEBAQAAAAAAAAAAAAAAAAAJBwj/xAAU"
    + "EAEAAAAAAAAAAAAAAAAAAAAA/9oADgRDAE0AWQBLAAA/AOwHJSfTssAQfagv0AC8DL0BQAQfagv0AD//2Q=="

  /// The image with these bytes as its profile, in one marker (ICC.1:2010, B.4).
  private static func photo(ofProfile bytes: [UInt8]) -> [UInt8] {
    var picture = [UInt8](Data(base64Encoded: ink) ?? Data())
    let size = bytes.count + 16
    let head: [UInt8] = [0xFF, 0xE2, UInt8(size >> 8 & 255), UInt8(size & 255)]
    picture.insert(contentsOf: head + Array("ICC_PROFILE\0\u{1}\u{1}".utf8) + bytes, at: 2)
    return picture
  }

  /// Checks a feed's page, and the page it links to, against the rules that the host relies on.
  private func readFeed(_ bytes: [UInt8]) {
    let answer = Answer(body: String(decoding: bytes, as: UTF8.self))
    let feed = WebFeedProvider()
    var query = PageQuery(selector: "https://example.org/a/photos.rss")
    for _ in 0..<2 {
      guard let page = try? feed.page(from: answer, for: query) else { return }
      precondition(page.photos.allSatisfy { !$0.id.isEmpty && !$0.renditions.isEmpty })
      guard let next = page.next else { return }
      query.cursor = next
      precondition((try? feed.pageRequest(for: query)) != nil, "it rejects its own cursor")
    }
  }
}

extension [UInt8] {
  /// A PNG file's bytes with each chunk's checksum corrected (PNG, 5.3).
  fileprivate var withAgreeingChecksums: [UInt8] {
    var (bytes, start) = (self, 8)
    while start + 12 <= count {
      let length = self[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
      guard length <= count - start - 12 else { break }
      let end = start + 8 + length
      let sum = Self.checksum(of: self[start + 4..<end])
      for place in 0..<4 { bytes[end + place] = UInt8(sum >> (24 - 8 * UInt32(place)) & 255) }
      start = end + 4
    }
    return bytes
  }

  /// CRC-32 (PNG, annex D).
  private static func checksum(of bytes: ArraySlice<UInt8>) -> UInt32 {
    ~bytes.reduce(~0) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in
        sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1
      }
    }
  }
}
