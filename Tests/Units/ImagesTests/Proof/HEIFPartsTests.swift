import Foundation
import Testing

@testable import Images

@Suite("The parts of an HEIC or AVIF", .enabled(if: ImageFormat.avif.isDecodable))
struct HEIFPartsTests {
  /// A red and a blue picture of 16 x 12 pixels, by libheif.
  private static let two = Array(
    Data(
      base64Encoded: """
        AAAAKGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZmF2aWZtaWYxbWlhZgAAAVttZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAA\
        AAAAAAAAAAAAAAAAAA5waXRtAAAAAAABAAAANGlsb2MAAAAAREAAAgABAAAAAAGLAAEAAAAAAAAAHgACAAAAAAGpAAEAAAAAAAAA\
        HgAAADhpaW5mAAAAAAACAAAAFWluZmUCAAAAAAEAAGF2MDEAAAAAFWluZmUCAAAAAAIAAGF2MDEAAAAAtGlwcnAAAACOaXBjbwAA\
        ABNjb2xybmNseAACAAIABoAAAAAMYXYxQ4EADAAAAAAUaXNwZQAAAAAAAAAQAAAADAAAABBwaXhpAAAAAAMICAgAAAATY29scm5j\
        bHgAAgACAAaAAAAADGF2MUOBAAwAAAAAFGlzcGUAAAAAAAAAEAAAAAwAAAAQcGl4aQAAAAADCAgIAAAAHmlwbWEAAAAAAAAAAgAB\
        BIGCA4QAAgSFhgeIAAAARG1kYXQSAAoGGAz+2BCAMhIYAAooooQAAKmOW1+0q0vBaKQSAAoGGAz+2BCAMhIYAAooooQAAKmOWC/D\
        BU5NrUA=
        """) ?? Data())
  /// Four pictures of 16 x 12 pixels, by libavif's avifenc. libheif 1.19 and newer read the boxes of an animation.
  private static let animation = Array(
    Data(
      base64Encoded: """
        AAAALGZ0eXBhdmlzAAAAAGF2aWZhdmlzbXNmMWlzbzhtaWYxbWlhZk1BMUEAAADrbWV0YQAAAAAAAAAhaGRscgAAAAAAAAAAcGljdAAA\
        AAAAAAAAAAAAAAAAAAAOcGl0bQAAAAAAAQAAAB5pbG9jAAAAAEQAAAEAAQAAAAEAAAPtAAAAJAAAAChpaW5mAAAAAAABAAAAGmluZmUC\
        AAAAAAEAAGF2MDFDb2xvcgAAAABqaXBycAAAAEtpcGNvAAAAFGlzcGUAAAAAAAAAEAAAAAwAAAAQcGl4aQAAAAADCAgIAAAADGF2MUOB\
        IAAAAAAAE2NvbHJuY2x4AAEAAgAGgAAAABdpcG1hAAAAAAAAAAEAAQQBAoMEAAACzm1vb3YAAAB4bXZoZAEAAAAAAAAA5yzTkQAAAADn\
        LNORAAAABf//////////AAEAAAEAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAA\
        AAAAAAAAAAAAAAAAAAAAAAEAAAJOdHJhawAAAGh0a2hkAQAAAQAAAADnLNORAAAAAOcs05EAAAABAAAAAP//////////AAAAAAAAAAAA\
        AAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAQAAAAAAQAAAADAAAAAAALGVkdHMAAAAkZWxzdAEAAAEAAAABAAAA\
        AAAAAAQAAAAAAAAAAAABAAAAAAGybWRpYQAAACxtZGhkAQAAAAAAAADnLNORAAAAAOcs05EAAAAFAAAAAAAAAARVxAAAAAAAIWhkbHIA\
        AAAAAAAAAHBpY3QAAAAAAAAAAAAAAAAAAAABXW1pbmYAAAAUdm1oZAAAAAEAAAAAAAAAAAAAACRkaW5mAAAAHGRyZWYAAAAAAAAAAQAA\
        AAx1cmwgAAAAAQAAAR1zdGJsAAAAlXN0c2QAAAAAAAAAAQAAAIVhdjAxAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAABAADABIAAAASAAA\
        AAAAAAABCkFPTSBDb2RpbmcAAAAAAAAAAAAAAAAAAAAAAAAAAAAAGP//AAAADGF2MUOBIAAAAAAAE2NvbHJuY2x4AAEAAgAGgAAAABBj\
        Y3N0AAAAAHwAAAAAAAAYc3R0cwAAAAAAAAABAAAABAAAAAEAAAAcc3RzYwAAAAAAAAABAAAAAQAAAAQAAAABAAAAJHN0c3oAAAAAAAAA\
        AAAAAAQAAAAkAAAAGgAAABkAAAAaAAAAFHN0Y28AAAAAAAAAAQAAA+0AAAAUc3RzcwAAAAAAAAABAAAAAQAAAHltZGF0EgAKDCAAAAGf\
        2//zQECBpDISEACyAAACQAAAAHaNhuRxuwUtEgAyFjADwIAAAEayAAACQAAAgAAYFEDqqaASADIVMAXBBAAARrIAAAJAAACAABgUP3+O\
        EgAyFjAGAgQEAEayAAACQAAAgAAawDhZNsA=
        """) ?? Data())

  @Test("Every picture of a file is decoded")
  func pictures() throws {
    let whole = try ImageProof(of: Self.two, thumbnailEdge: 8)
    #expect(whole.isDecoded && whole.warnings == [])
    // The data of the second are the last.
    var damaged = Self.two
    for place in damaged.indices.suffix(30) { damaged[place] = 0xFF }
    let error = #expect(throws: ImageError.self) {
      try ImageProof(of: damaged, thumbnailEdge: nil)
    }
    #expect(error?.message.hasPrefix("picture 2: ") == true, "\(error?.message ?? "")")
  }

  @Test("An animation that is cut behind its first picture is truncated")
  func animation() throws {
    let proof = try ImageProof(of: Self.animation, thumbnailEdge: 8)
    #expect(
      proof.warnings
        == ["not decoded: the frames of its animation (only their boxes are checked)"])
    for count in [1, 60, 100] {
      let error = #expect(throws: ImageError.self) {
        try ImageProof(of: Self.animation.dropLast(count), thumbnailEdge: nil)
      }
      #expect(error?.kind == .truncated)
    }
  }

  @Test("What a phone puts behind the boxes is no damage")
  func trailer() throws {
    let trailer = Array("SEFHSEFT and more than a header".utf8)
    let proof = try ImageProof(of: LibraryFixtures.bytes(.heic) + trailer, thumbnailEdge: 8)
    #expect(proof.isDecoded && proof.warnings == [])
  }
}
