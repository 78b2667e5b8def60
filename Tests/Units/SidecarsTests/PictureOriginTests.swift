import Foundation
import MirrorCore
import Testing

@testable import Sidecars

@Suite("What sidecars say of their picture's file")
struct PictureOriginTests {
  private let old = PictureOrigin(
    sha256: String(repeating: "0a", count: 32), label: "Large & <old>",
    shown: -81_985_529_216_486_896)
  private let new = PictureOrigin(
    sha256: String(repeating: "1f", count: 32), label: "Original", shown: 7, announced: 9)

  private func sidecar(_ origin: PictureOrigin, as format: SidecarFormat) -> [UInt8] {
    let picture = SidecarPicture(width: 4, height: 3, isOriginal: false, origin: origin)
    return Sidecar.bytes(of: Samples.photo(), beside: picture, as: format, provider: "flickr")
  }

  private func only(_ origin: PictureOrigin, as format: SidecarFormat) -> [UInt8] {
    Sidecar.bytes(of: origin, as: format)
  }

  private func origin(_ bytes: [UInt8], as format: SidecarFormat) throws -> PictureOrigin {
    try SidecarPhoto(bytes, as: format).origin
  }

  @Test("Each format repeats the digest, the size and the mark", arguments: SidecarFormat.allCases)
  func roundTrip(format: SidecarFormat) throws {
    #expect(try origin(sidecar(old, as: format), as: format) == old)
    #expect(try origin(sidecar(PictureOrigin(), as: format), as: format) == PictureOrigin())
    let same = Sidecar.bytes(of: Samples.photo(), as: format, provider: "flickr")
    #expect(sidecar(PictureOrigin(), as: format) == same)
  }

  @Test("A new picture's replaces the old one's, and edits stay", arguments: SidecarFormat.allCases)
  func replaced(format: SidecarFormat) throws {
    for start in [old, PictureOrigin()] {
      let edited = String(decoding: sidecar(start, as: format), as: UTF8.self)
        .replacing("Old harbour", with: "Mine")
      let bytes = try SidecarMerge().rewrite(
        Array(edited.utf8), as: format, from: only(PictureOrigin(), as: format),
        to: only(new, as: format))
      #expect(try origin(bytes, as: format) == new)
      #expect(try SidecarPhoto(bytes, as: format).photo.title == "Mine")
      let again = try SidecarMerge().rewrite(
        bytes, as: format, from: only(PictureOrigin(), as: format), to: only(new, as: format))
      #expect(again == bytes)
    }
  }

  @Test("A changed title keeps it, also if it is not known", arguments: SidecarFormat.allCases)
  func kept(format: SidecarFormat) throws {
    let after = Sidecar.bytes(
      of: Samples.photo(title: "New"), as: format, provider: "flickr")
    let before = Sidecar.bytes(of: Samples.photo(), as: format, provider: "flickr")
    let bytes = try SidecarMerge().rewrite(
      sidecar(old, as: format), as: format, from: before, to: after)
    #expect(try origin(bytes, as: format) == old)
    #expect(try SidecarPhoto(bytes, as: format).photo.title == "New")
  }

  @Test("What is no digest and no number is ignored", arguments: SidecarFormat.allCases)
  func hostile(format: SidecarFormat) throws {
    for value in [
      "", "abc", String(repeating: "g", count: 64), String(repeating: "0", count: 9999),
    ] {
      let text = String(decoding: sidecar(old, as: format), as: UTF8.self)
        .replacing(String(repeating: "0a", count: 32), with: value)
        .replacing("-81985529216486896", with: value + "x")
      let origin = try origin(Array(text.utf8), as: format)
      #expect(origin.sha256 == nil && origin.shown == nil)
    }
  }
}
