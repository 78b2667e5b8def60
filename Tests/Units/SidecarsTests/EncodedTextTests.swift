import Foundation
import MirrorCore
import Testing

@testable import Sidecars

@Suite("Sidecars in UTF-16")
struct EncodedTextTests {
  /// In UTF-16 with a byte order mark.
  private func encoded(_ text: String, isBigEndian: Bool) -> [UInt8] {
    ([0xFEFF] + Array(text.utf16)).flatMap { unit -> [UInt8] in
      let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      return isBigEndian ? bytes : bytes.reversed()
    }
  }

  private static let text = Samples.foreign
    .replacing(#"encoding="UTF-8""#, with: #"encoding='UTF-16'"#)
    .replacing("my words", with: "my words: \u{C5}ngstr\u{F6}m \u{1F980}")

  @Test("A sidecar in UTF-16 with a byte order mark has no flaw", arguments: [true, false])
  func whole(isBigEndian: Bool) throws {
    let bytes = encoded(Self.text, isBigEndian: isBigEndian)
    #expect(SidecarCheck.flaw(in: bytes, as: .xmp, ofPhoto: "5") == nil)
    let layout = try XMPLayout(of: bytes)
    #expect(layout.bytes.text.hasPrefix(#"<?xml version="1.0" encoding="UTF-8"?>"#))
    #expect(layout.bytes.text.contains("\u{C5}ngstr\u{F6}m \u{1F980}"))
  }

  @Test("A sidecar in UTF-16 keeps the words of other programs when it is rewritten")
  func rewritten() throws {
    let bytes = encoded(Self.text, isBigEndian: false)
    let before = Samples.xmp(Samples.photo())
    let after = Samples.xmp(Samples.photo(title: "New harbour"))
    let editor = SidecarMerge()
    let merged = try editor.rewrite(bytes, as: .xmp, from: before, to: after)
    #expect(merged.text.contains("New harbour") && merged.text.contains("\u{1F980}"))
    #expect(try editor.rewrite(bytes, as: .xmp, from: before, to: before) == bytes)
  }

  @Test("What is cut or no UTF-16 stays as it is, and is damaged")
  func invalid() {
    let bytes = encoded(Self.text, isBigEndian: true)
    let lone = [0xFE, 0xFF, 0xD8, 0x00, 0x00, 0x3C] as [UInt8]
    for broken in [Array(bytes.dropLast()), lone, [0xFE, 0xFF], [0xFF, 0xFE, 0x3C]] {
      #expect(SidecarCheck.flaw(in: broken, as: .xmp, ofPhoto: "5") != nil)
    }
    #expect(Array(bytes.dropLast()).xmlInUTF8 == Array(bytes.dropLast()))
    #expect(Array("<a/>".utf8).xmlInUTF8 == Array("<a/>".utf8) && [UInt8]().xmlInUTF8 == [])
  }
}
