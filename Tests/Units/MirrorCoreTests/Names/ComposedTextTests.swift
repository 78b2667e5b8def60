import Foundation
import Testing

@testable import MirrorCore

@Suite("Text in NFC")
struct ComposedTextTests {
  @Test("A character that is never converted is in NFC alone and after any other of them")
  func stable() {
    let stable = (0...0x10FFFF).compactMap { Unicode.Scalar(UInt32($0)) }.filter(\.isAlwaysComposed)
    #expect(stable.count > 30_000)
    for scalar in stable {
      #expect(scalar.properties.canonicalCombiningClass == .notReordered, "\(scalar.value)")
    }
    // Each is beside each that it could be composed with: those come from the decompositions of all characters.
    let text = String(String.UnicodeScalarView(stable))
    #expect(Array(text.precomposedStringWithCanonicalMapping.utf8) == Array(text.utf8))
    let seconds = Set(
      (0...0x10FFFF).compactMap { Unicode.Scalar(UInt32($0)) }.flatMap {
        String($0).decomposedStringWithCanonicalMapping.unicodeScalars.dropFirst()
      })
    #expect(seconds.count > 100)
    #expect(seconds.filter(\.isAlwaysComposed) == [])
  }

  @Test(
    "Texts that are not in NFC are composed",
    arguments: ["e\u{301}", "か\u{3099}", "\u{1112}\u{1161}\u{11AB}", "\u{212A}", "日e\u{301}"])
  func composed(text: String) {
    #expect(
      Array(text.composed.utf8) == Array(text.precomposedStringWithCanonicalMapping.utf8))
    #expect(Array(text.composed.utf8) != Array(text.utf8))
  }
}
