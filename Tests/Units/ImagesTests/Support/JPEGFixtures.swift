import Foundation
import Testing

/// JPEG files of the kinds that the encoder does not write, made once with libjpeg-turbo 2.1.5 at
/// quality 90. Each is 32 x 16 pixels: RGB 200, 60, 30 on the left half and 20, 90, 220 on the
/// right; in CMYK with a fifth of black over it.
enum JPEGFixtures {
  /// YCbCr, 4:4:4.
  static let full = decoded(
    """
    /9j/7gAOQWRvYmUAZAAAAAAB/9sAQwADAgIDAgIDAwMDBAMDBAUIBQUEBAUKBwcGCAwKDAwLCgsLDQ4SEA0OEQ4LCxAW
    EBETFBUVFQwPFxgWFBgSFBUU/9sAQwEDBAQFBAUJBQUJFA0LDRQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU
    FBQUFBQUFBQUFBQUFBQUFBQU/8AAEQgAEAAgAwERAAIRAQMRAf/EABYAAQEBAAAAAAAAAAAAAAAAAAAGB//EABQQAQAA
    AAAAAAAAAAAAAAAAAAD/xAAXAQEBAQEAAAAAAAAAAAAAAAAACQcI/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQAC
    EQMRAD8Ay9i7sABNKapiAKVMpTsBNKapiAP/2Q==
    """)

  /// YCbCr, 4:2:2.
  static let halfAcross = decoded(
    """
    /9j/7gAOQWRvYmUAZAAAAAAB/9sAQwADAgIDAgIDAwMDBAMDBAUIBQUEBAUKBwcGCAwKDAwLCgsLDQ4SEA0OEQ4LCxAW
    EBETFBUVFQwPFxgWFBgSFBUU/9sAQwEDBAQFBAUJBQUJFA0LDRQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU
    FBQUFBQUFBQUFBQUFBQUFBQU/8AAEQgAEAAgAwEhAAIRAQMRAf/EABYAAQEBAAAAAAAAAAAAAAAAAAAGB//EABQQAQAA
    AAAAAAAAAAAAAAAAAAD/xAAWAQEBAQAAAAAAAAAAAAAAAAAJBwj/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIR
    AxEAPwDLxF2wE0E1GIpQZRO00E1GI//Z
    """)

  /// YCbCr, 4:4:0.
  static let halfDown = decoded(
    """
    /9j/7gAOQWRvYmUAZAAAAAAB/9sAQwADAgIDAgIDAwMDBAMDBAUIBQUEBAUKBwcGCAwKDAwLCgsLDQ4SEA0OEQ4LCxAW
    EBETFBUVFQwPFxgWFBgSFBUU/9sAQwEDBAQFBAUJBQUJFA0LDRQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU
    FBQUFBQUFBQUFBQUFBQUFBQU/8AAEQgAEAAgAwESAAIRAQMRAf/EABYAAQEBAAAAAAAAAAAAAAAAAAAGB//EABQQAQAA
    AAAAAAAAAAAAAAAAAAD/xAAXAQEBAQEAAAAAAAAAAAAAAAAACQcI/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQAC
    EQMRAD8Ay8Yu7AAE0KapiAD/2Q==
    """)

  /// YCbCr, 4:1:1.
  static let quarterAcross = decoded(
    """
    /9j/7gAOQWRvYmUAZAAAAAAB/9sAQwADAgIDAgIDAwMDBAMDBAUIBQUEBAUKBwcGCAwKDAwLCgsLDQ4SEA0OEQ4LCxAW
    EBETFBUVFQwPFxgWFBgSFBUU/9sAQwEDBAQFBAUJBQUJFA0LDRQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU
    FBQUFBQUFBQUFBQUFBQUFBQU/8AAEQgAEAAgAwFBAAIRAQMRAf/EABYAAQEBAAAAAAAAAAAAAAAAAAAGB//EABQQAQAA
    AAAAAAAAAAAAAAAAAAD/xAAVAQEBAAAAAAAAAAAAAAAAAAAABv/EABgRAAIDAAAAAAAAAAAAAAAAAAAHRYPD/9oADAMB
    AAIRAxEAPwDLxNCzS0hVoUbrjrcylE0CWkKtA6463M//2Q==
    """)

  /// YCbCr, 4:2:0, a restart marker after each MCU.
  static let restarted = decoded(
    """
    /9j/7gAOQWRvYmUAZAAAAAAB/9sAQwADAgIDAgIDAwMDBAMDBAUIBQUEBAUKBwcGCAwKDAwLCgsLDQ4SEA0OEQ4LCxAW
    EBETFBUVFQwPFxgWFBgSFBUU/9sAQwEDBAQFBAUJBQUJFA0LDRQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU
    FBQUFBQUFBQUFBQUFBQUFBQU/8AAEQgAEAAgAwEiAAIRAQMRAf/EABUAAQEAAAAAAAAAAAAAAAAAAAAH/8QAFBABAAAA
    AAAAAAAAAAAAAAAAAP/EABUBAQEAAAAAAAAAAAAAAAAAAAcI/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/dAAQAAf/aAAwD
    AQACEQMRAD8Al4AXWA//0IUAs0CP/9k=
    """)

  /// YCbCr, 4:2:0, arithmetic coding.
  static let arithmetic = decoded(
    """
    /9j/7gAOQWRvYmUAZAAAAAAB/9sAQwADAgIDAgIDAwMDBAMDBAUIBQUEBAUKBwcGCAwKDAwLCgsLDQ4SEA0OEQ4LCxAW
    EBETFBUVFQwPFxgWFBgSFBUU/9sAQwEDBAQFBAUJBQUJFA0LDRQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU
    FBQUFBQUFBQUFBQUFBQUFBQU/8kAEQgAEAAgAwEiAAIRAQMRAf/MAAoAEBAFARARBf/aAAwDAQACEQMRAD8A/wCzrcpC
    DgkpY6BE9pcg/9k=
    """)

  /// RGB, no transform.
  static let untransformed = decoded(
    """
    /9j/7gAOQWRvYmUAZAAAAAAA/9sAQwADAgIDAgIDAwMDBAMDBAUIBQUEBAUKBwcGCAwKDAwLCgsLDQ4SEA0OEQ4LCxAW
    EBETFBUVFQwPFxgWFBgSFBUU/8AAEQgAEAAgA1IRAEcRAEIRAP/EABcAAQEBAQAAAAAAAAAAAAAAAAAJBwj/xAAUEAEA
    AAAAAAAAAAAAAAAAAAAA/9oADANSAEcAQgAAPwDsByUn0Ag+1BfoBeBl6AoCD7UF+gH/2Q==
    """)

  /// CMYK with the Adobe marker: inverted.
  static let ink = decoded(
    """
    /9j/7gAOQWRvYmUAZAAAAAAA/9sAQwADAgIDAgIDAwMDBAMDBAUIBQUEBAUKBwcGCAwKDAwLCgsLDQ4SEA0OEQ4LCxAW
    EBETFBUVFQwPFxgWFBgSFBUU/8AAFAgAEAAgBEMRAE0RAFkRAEsRAP/EABcAAQEBAQAAAAAAAAAAAAAAAAAJBwj/xAAU
    EAEAAAAAAAAAAAAAAAAAAAAA/9oADgRDAE0AWQBLAAA/AOwHJSfTssAQfagv0AC8DL0BQAQfagv0AD//2Q==
    """)

  /// YCCK with the Adobe marker, 2 x 2 sampling.
  static let inkYCCK = decoded(
    """
    /9j/7gAOQWRvYmUAZAAAAAAC/9sAQwADAgIDAgIDAwMDBAMDBAUIBQUEBAUKBwcGCAwKDAwLCgsLDQ4SEA0OEQ4LCxAW
    EBETFBUVFQwPFxgWFBgSFBUU/9sAQwEDBAQFBAUJBQUJFA0LDRQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU
    FBQUFBQUFBQUFBQUFBQUFBQU/8AAFAgAEAAgBAEiAAIRAQMRAQQiAP/EABcAAQADAAAAAAAAAAAAAAAAAAAGBwj/xAAU
    EAEAAAAAAAAAAAAAAAAAAAAA/8QAFgEBAQEAAAAAAAAAAAAAAAAACQcI/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAA4E
    AQACEQMRBAAAPwCzQFoY/bLASYAZROwB/9k=
    """)

  /// The file with a byte 0xFF of its data twice, which is invalid and which libjpeg accepts.
  static func repeatingByte(in file: [UInt8]) throws -> [UInt8] {
    let scan = try #require(file.firstRange(of: [0xFF, 0xDA])).upperBound
    let place = try #require(file[scan...].firstRange(of: [0xFF, 0])).lowerBound
    return Array(file[..<place] + [0xFF] + file[place...])
  }

  private static func decoded(_ text: String) -> [UInt8] {
    Array(Data(base64Encoded: text, options: .ignoreUnknownCharacters) ?? Data())
  }
}

/// EXIF blocks and the files that contain them.
enum EXIF {
  /// A TIFF block whose first directory has an unrelated entry and the orientation.
  static func block(orientation: Int, isBigEndian: Bool = true) -> [UInt8] {
    func number(_ value: Int, _ size: Int) -> [UInt8] {
      let bytes = (0..<size).map { UInt8(value >> (8 * $0) & 255) }
      return isBigEndian ? bytes.reversed() : bytes
    }
    let decoy = number(0x0100, 2) + number(4, 2) + number(1, 4) + number(3, 4)
    let entry = number(0x0112, 2) + number(3, 2) + number(1, 4) + number(orientation, 2)
    return Array((isBigEndian ? "MM" : "II").utf8) + number(42, 2) + number(8, 4) + number(2, 2)
      + decoy + entry + [0, 0] + number(0, 4)
  }

  /// The JPEG with an APP1 marker after SOI.
  static func jpeg(_ file: [UInt8], orientation: Int) -> [UInt8] {
    jpeg(file, marker: 0xE1, Array("Exif\0\0".utf8) + block(orientation: orientation))
  }

  /// The JPEG with a marker of any kind after SOI.
  static func jpeg(_ file: [UInt8], marker: UInt8, _ data: [UInt8]) -> [UInt8] {
    let size = data.count + 2
    return file.prefix(2) + [0xFF, marker, UInt8(size >> 8), UInt8(size & 255)] + data
      + file.dropFirst(2)
  }
}
