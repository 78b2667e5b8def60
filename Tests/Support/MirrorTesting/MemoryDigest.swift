/// A stand-in for SHA-256 in tests, where no digest library is needed.
package enum MemoryDigest {
  /// 64 hexadecimal digits (FNV-1a, repeated).
  package static func hex(of bytes: [UInt8]) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    let digits = String(hash, radix: 16)
    let padded = String(repeating: "0", count: 16 - digits.count) + digits
    return String(repeating: padded, count: 4)
  }
}
