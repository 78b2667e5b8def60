extension UnsafeBufferPointer<UInt8> {
  /// The first place from `start` on of what is special in a JSON string: a quote, a backslash or a control character;
  /// the end if there is none.
  ///
  /// Eight bytes at once: most of a page is in strings.
  func firstSpecial(from start: Int) -> Int {
    var place = start
    while place + 8 <= count {
      let bytes = UInt64(
        littleEndian: UnsafeRawPointer(baseAddress! + place).loadUnaligned(as: UInt64.self))
      let special =
        bytes.bytes(below: 0x20) | (bytes ^ .repeating(UInt8(ascii: "\""))).bytes(below: 1)
        | (bytes ^ .repeating(UInt8(ascii: "\\"))).bytes(below: 1)
      if special != 0 { return place + special.trailingZeroBitCount / 8 }
      place += 8
    }
    while place < count, !self[place].isSpecial { place += 1 }
    return place
  }
}

extension UInt64 {
  fileprivate static func repeating(_ byte: UInt8) -> UInt64 {
    0x0101_0101_0101_0101 &* UInt64(byte)
  }

  /// The highest bit of each byte that is less than `limit`, which is at most 128. Above the first such byte, the borrow
  /// may set the bits of others (Warren, "Hacker's Delight", section 6-1).
  fileprivate func bytes(below limit: UInt8) -> UInt64 {
    (self &- .repeating(limit)) & ~self & .repeating(0x80)
  }
}

extension UInt8 {
  fileprivate var isSpecial: Bool {
    self < 0x20 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\")
  }
}
