/// Limits of the joint. Larger values are refused, or cut if they are text for people.
package enum JointLimits {
  /// Bytes of one answer.
  package static let answer = 64 << 20
  /// Photos, refused entries, and skipped entries of one page.
  package static let photos = 10_000
  /// Notes of one page; further ones are dropped.
  package static let notes = 16
  /// Renditions of one photo.
  package static let renditions = 64
  /// Fallback addresses, headers and further digests of one rendition.
  package static let fallbacks = 16
  /// Limits for the hosts of a site.
  package static let hosts = 32
  /// Tags of one photo; further ones are dropped.
  package static let tags = 1_000
  /// Sources, settings, addresses and sizes of a manifest; parameters and headers of a request.
  package static let entries = 256
  /// Comments, notes, people, EXIF fields and contexts of one photo; further ones are dropped.
  package static let details = 10_000
  /// Bytes of an id, an owner, a name.
  package static let name = 200
  /// Bytes of an address, a selector, a cursor.
  package static let address = 8 << 10
  /// Bytes of a sentence for people.
  package static let sentence = 4 << 10
  /// Bytes of the body of a request.
  package static let body = 1 << 20
  /// Bytes of a title, a description, a parameter's value.
  package static let text = 64 << 10
  /// Pixels of one edge.
  package static let edge = 1_000_000
}

extension String {
  /// Text for people, cut to `limit` bytes: control characters become spaces, so that the text
  /// moves no cursor and is legal in XML 1.0.
  package func cleaned(to limit: Int, keepsLines: Bool = false) -> String {
    // Almost all text is plain, and a page has much of it.
    if utf8.count <= limit, isPlain { return self }
    var text = cut(to: limit)
    if text.unicodeScalars.contains(where: { $0.isControl(keepsLines: keepsLines) }) {
      text.unicodeScalars = String.UnicodeScalarView(
        text.unicodeScalars.map { $0.isControl(keepsLines: keepsLines) ? " " : $0 })
    }
    return text
  }

  /// Whether this is ASCII without control characters.
  private var isPlain: Bool {
    utf8.withContiguousStorageIfAvailable { bytes in
      // Without an end at the first other byte, so that many bytes are compared at once.
      bytes.reduce(true) { $0 && (0x20..<0x7F).contains($1) }
    } ?? false
  }

  /// The longest prefix of whole characters with at most `limit` bytes of UTF-8.
  package func cut(to limit: Int) -> String {
    guard utf8.count > limit else { return self }
    var end = startIndex
    var count = 0
    while end < endIndex {
      let next = index(after: end)
      count += self[end..<next].utf8.count
      guard count <= limit else { break }
      end = next
    }
    return String(self[..<end])
  }

  /// Whether this is a valid name: 1 to `limit` bytes without control characters.
  package func isName(within limit: Int = JointLimits.name) -> Bool {
    guard !isEmpty, utf8.count <= limit else { return false }
    return isPlain || !unicodeScalars.contains { $0.isControl(keepsLines: false) }
  }

  /// Whether this is an identifier of the joint: at most 32 lower-case letters, digits and `-`.
  package var isIdentifier: Bool {
    guard let first = utf8.first, first != UInt8(ascii: "-"), utf8.count <= 32 else { return false }
    return utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
    }
  }

  /// Whether this is an absolute `http` or `https` address with a host, short enough and without
  /// spaces or control characters. Whoever connects to the address checks it completely.
  package var isWebAddress: Bool {
    guard isName(within: JointLimits.address) else { return false }
    var address = self
    return address.withUTF8 { bytes in
      guard !bytes.contains(UInt8(ascii: " ")),
        let host = bytes.lengthOfScheme("http://") ?? bytes.lengthOfScheme("https://"),
        host < bytes.count
      else { return false }
      switch bytes[host] {
      case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): return false
      default: return true
      }
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Nil if the address has another scheme.
  fileprivate func lengthOfScheme(_ scheme: StaticString) -> Int? {
    let length = scheme.utf8CodeUnitCount
    guard count >= length else { return nil }
    let isSame = (0..<length).allSatisfy { place in
      let (byte, wanted) = (self[place], scheme.utf8Start[place])
      return byte == wanted || (0x41...0x5A).contains(byte) && byte | 0x20 == wanted
    }
    return isSame ? length : nil
  }
}

extension String {
  /// Whether this is a web address without a path and without a user's name.
  var isOrigin: Bool {
    isWebAddress && split(separator: "/").count == 2 && !contains(where: "@\\%?#".contains)
      && !hasSuffix("/")
  }
}

extension Unicode.Scalar {
  /// C0 and C1 controls (Unicode category Cc), line and paragraph separators, and characters that
  /// XML 1.0 (section 2.2) does not allow.
  fileprivate func isControl(keepsLines: Bool) -> Bool {
    switch value {
    case 0x09, 0x0A: !keepsLines
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0xFFFE, 0xFFFF: true
    default: false
    }
  }
}

/// FNV-1a, 64 bit (draft-eastlake-fnv), in base 36: distinguishes names that were cut. Not
/// collision-resistant.
package func fingerprint(of bytes: some Sequence<UInt8>) -> String {
  var hash = StableHash()
  for byte in bytes { hash.combine(byte) }
  return String(hash.value, radix: 36)
}

/// FNV-1a, 64 bit: the same in each process. Not collision-resistant.
package struct StableHash: Sendable {
  /// The hash of what was combined by now.
  package private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  /// The hash of no bytes.
  package init() {}

  mutating func combine(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }

  /// Adds a number as eight bytes, the lowest first.
  package mutating func combine(_ number: Int64) {
    for shift in stride(from: 0, to: 64, by: 8) {
      combine(UInt8(truncatingIfNeeded: number >> Int64(shift)))
    }
  }

  /// Two lists of texts have different bytes, also if one text is nil and the other empty.
  package mutating func combine(_ text: String?) {
    // Neither byte occurs in UTF-8.
    combine(text == nil ? 0xFE : 0xFF as UInt8)
    guard var text else { return }
    text.withUTF8 { bytes in
      for byte in bytes { combine(byte) }
    }
  }
}
